// Makes JPEGs beside the page: on the page's own thread the browser waits for an idle moment, up to a second each.

const canvas = new OffscreenCanvas(1, 1);

self.onmessage = async ({ data: { bitmap, quality } }) => {
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
  postMessage(await blob.arrayBuffer());
};
