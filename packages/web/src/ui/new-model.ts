// What a new model begins with: one automaton that goes round, and the question whether it ever gets stuck.

export const NEW_MODEL = {
  name: "untitled.xml",
  text: `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC "-//Uppaal Team//DTD Flat System 1.1//EN" "http://www.it.uu.se/research/group/darts/uppaal/flat-1_2.dtd">
<nta>
  <declaration>// Clocks, variables and channels that all processes see.
clock x;
</declaration>
  <template>
    <name>Template</name>
    <declaration></declaration>
    <location id="id0" x="0" y="0">
      <name x="-16" y="-38">Start</name>
      <label kind="invariant" x="-26" y="20">x &lt;= 5</label>
    </location>
    <location id="id1" x="220" y="0">
      <name x="204" y="-38">Busy</name>
    </location>
    <init ref="id0"/>
    <transition>
      <source ref="id0"/>
      <target ref="id1"/>
      <label kind="guard" x="80" y="-66">x &gt;= 2</label>
      <label kind="assignment" x="80" y="-48">x = 0</label>
      <nail x="110" y="-28"/>
    </transition>
    <transition>
      <source ref="id1"/>
      <target ref="id0"/>
      <label kind="assignment" x="90" y="34">x = 0</label>
      <nail x="110" y="28"/>
    </transition>
  </template>
  <system>// Which processes there are.
system Template;
</system>
  <queries>
    <query>
      <formula>A[] not deadlock</formula>
      <comment>There is always a way on.</comment>
    </query>
  </queries>
</nta>
`,
} as const;
