// The models beside the project, where they exist, and helpers to compare documents.

import { DiagnosticSink, Sources } from "../../../../src/diagnostics/index.ts";
import { readUppaalXml, type XmlModel } from "../../../../src/lang/uppaal/xml/reader.ts";
import { allModels, haveModels, modelBytes } from "../../public-models.ts";

export { haveModels };

export const xmlModels: readonly string[] = allModels.filter((name) => name.endsWith(".xml"));

export function modelText(name: string): string {
  return new TextDecoder().decode(modelBytes(name));
}

export interface ReadXml {
  readonly model: XmlModel | null;
  readonly sources: Sources;
  readonly sink: DiagnosticSink;
}

export function readXml(text: string, name = "model.xml"): ReadXml {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  return { model: readUppaalXml(name, text, sources, sink), sources, sink };
}

/** A document without its spans: what must survive writing and reading. */
export function withoutSpans(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (/^(?:s|.*S)pan$/.test(key) ? undefined : inner)));
}

/** A small model of our own with something of everything. */
export const SMALL = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.5//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_5.dtd'>
<!-- drawn by hand -->
<nta>
	<declaration>// shared
clock x; chan go, stop; int[0,3] n;</declaration>
	<template color="#ff0000">
		<name x="5" y="5">Worker</name>
		<parameter>const int id</parameter>
		<declaration>int local = 0;</declaration>
		<location id="id0" x="0" y="0" color="#00ff00">
			<name x="-10" y="-30">Idle</name>
			<label kind="invariant" x="-10" y="15">x &lt;= 5</label>
			<label kind="comments" x="0" y="30">waits &amp; waits</label>
		</location>
		<location id="id1" x="100" y="0">
			<committed/>
		</location>
		<branchpoint id="id2" x="50" y="50"/>
		<init ref="id0"/>
		<transition id="t0" controllable="false" color="#0000ff">
			<source ref="id0"/>
			<target ref="id1"/>
			<label kind="assignment" x="10" y="10"><![CDATA[n = n < 3 ? n + 1 : 0]]></label>
			<label kind="synchronisation">go!</label>
			<label kind="guard">x &gt;= 2</label>
			<label kind="select">i : int[0,id]</label>
			<label kind="testcode">run();</label>
			<nail x="20" y="-40"/>
			<nail x="40" y="-40"/>
		</transition>
		<transition><source ref="id1"/><target ref="id2"/></transition>
		<transition><source ref="id2"/><target ref="id0"/><label kind="probability">2</label></transition>
		<future thing="1"><deeply/></future>
	</template>
	<lsc><name>Story</name><type>Universal</type><mode>Invariant</mode></lsc>
	<system>W = Worker(2);
system W;</system>
	<queries>
		<option key="--extrapolation" value="4"/>
		<query>
			<formula>E&lt;&gt; W.Idle</formula>
			<comment>can it &lt;rest&gt;?</comment>
			<option key="--search-order" value="1"/>
			<expect outcome="success" type="symbolic"><resource type="time" value="1" unit="s"/></expect>
			<result outcome="success" type="quality" timestamp="2026-01-01 00:00:00 +0000"><details>old</details></result>
		</query>
		<query><formula>// A[] not asked</formula><comment/></query>
		<query><comment>only words</comment></query>
	</queries>
</nta>
`;
