// What the theme leaves out for people who use a keyboard or a screen reader.
window.addEventListener("DOMContentLoaded", () => {
  for (const [name, label] of [["sidebar-drawer", "All pages"], ["toc-drawer", "This page"]]) {
    document.querySelector(`aside.${name}`)?.setAttribute("aria-label", label);
  }
  const wide = () => {
    for (const box of document.querySelectorAll("pre, .table-wrapper, .shown, p:has(> img)")) {
      box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
    }
  };
  wide();
  window.addEventListener("resize", wide);
});
