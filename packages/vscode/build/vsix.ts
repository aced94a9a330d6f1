// A `.vsix` is a zip with two pages about its content. The packer of VS Code's makers brings a hundred packages for
// signing and publishing; the format itself needs none of them.

import { strToU8, zipSync } from "fflate";

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly description: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  cjs: "application/javascript",
  json: "application/json",
  md: "text/markdown",
  txt: "text/plain",
  vsixmanifest: "text/xml",
};

/** Files by their path in the extension. */
export function packVsix(manifest: Manifest, files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const packed = { "package.json": strToU8(JSON.stringify(manifest, null, 2)), ...files };
  const entries = Object.entries(packed).map(([path, content]) => [`extension/${path}`, content] as const);
  return zipSync(
    {
      "[Content_Types].xml": strToU8(contentTypes()),
      "extension.vsixmanifest": strToU8(vsixManifest(manifest)),
      ...Object.fromEntries(entries),
    },
    // The same content is the same file, whenever it is packed.
    { mtime: "1980-01-01T12:00:00" },
  );
}

function contentTypes(): string {
  const defaults = Object.entries(TYPES).map(
    ([extension, type]) => `<Default Extension=".${extension}" ContentType="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}</Types>
`;
}

function vsixManifest({ name, displayName, version, description, publisher, engines, categories, keywords }: Manifest) {
  const text = (value: string): string => value.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const properties = [
    ["Microsoft.VisualStudio.Code.Engine", engines.vscode],
    ["Microsoft.VisualStudio.Code.ExtensionDependencies", ""],
    ["Microsoft.VisualStudio.Code.ExtensionPack", ""],
    ["Microsoft.VisualStudio.Code.ExtensionKind", "workspace"],
  ].map(([id, value]) => `      <Property Id="${id}" Value="${value}" />`);
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" />
    <DisplayName>${text(displayName)}</DisplayName>
    <Description xml:space="preserve">${text(description)}</Description>
    <Tags>${keywords.map(text).join(",")}</Tags>
    <Categories>${categories.map(text).join(",")}</Categories>
    <Properties>
${properties.join("\n")}
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code" /></Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
  </Assets>
</PackageManifest>
`;
}
