// The picture of a review to share is saved as a PNG, which every messenger takes.  Without this file
// it is an SVG.
"use strict";

document.addEventListener("click", async event => {
  const link = event.target.closest("a[data-picture]");
  if (!link) return;
  event.preventDefault();
  const picture = new Image(), canvas = document.createElement("canvas"), saved = document.createElement("a");
  picture.src = link.href;
  await picture.decode();
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  saved.href = canvas.toDataURL("image/png");
  saved.download = `${link.dataset.picture}.png`;
  saved.click();
});
