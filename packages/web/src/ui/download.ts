// Files that the page makes: models, traces, pictures.

import { type Picture, pictureToFile, type ThemeName } from "@tracehound/core";

export function download(name: string, content: string | Blob, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveSvg(picture: Picture, name: string, theme: ThemeName): void {
  download(`${name}.svg`, pictureToFile(picture, theme), "image/svg+xml");
}

/** Painted at twice its size, for sharp print. */
export async function savePng(picture: Picture, name: string, theme: ThemeName): Promise<void> {
  const { width, height } = picture.box;
  const scale = Math.min(2, 16_000 / Math.max(width, height));
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([pictureToFile(picture, theme)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob !== null) download(`${name}.png`, blob);
}
