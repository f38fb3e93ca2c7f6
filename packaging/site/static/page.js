/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Light or dark as the reader's system is, until the button says otherwise. Furo as Debian packages it has a style for
   the button alone, and a script that no browser runs, because it imports another. make-site adds Furo's icons. */
{
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  // A browser may refuse to keep anything.
  try { chosen = localStorage.getItem("theme"); } catch {}
  const show = () => { document.body.dataset.theme = chosen || (system.matches ? "dark" : "light"); };
  system.addEventListener("change", show);
  show();
  addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll(".theme-toggle")) button.addEventListener("click", () => {
      chosen = document.body.dataset.theme == "dark" ? "light" : "dark";
      try { localStorage.setItem("theme", chosen); } catch {}
      show();
    });
  });
}
/* The parts of a page around its article, which make-site appends to this file. Their links begin at the top of the
   site, the parent of this file's folder. */
let frames;
const site = document.currentScript.getAttribute("src").replace("_static/page.js", "");
function frame(name) {
  const there = document.currentScript;
  there.insertAdjacentHTML("afterend", frames[name].replace(/(href|action)="(?![#:]|\w+:)/g, `$1="${site}`));
  for (const link of there.parentElement.querySelectorAll(".sidebar-tree a")) {
    if (link.href != location.href.replace(/[?#].*/, "")) continue;
    link.classList.add("current");
    link.parentElement.classList.add("current-page");
    for (let entry = link.closest("li"); entry; entry = entry.parentElement.closest("li")) {
      entry.classList.add("current");
      const box = entry.querySelector(":scope > input");
      if (box) box.checked = true;
    }
  }
}
addEventListener("DOMContentLoaded", () => {
  if (!document.querySelector(".toc-drawer:not(.no-toc)"))
    for (const label of document.querySelectorAll(".toc-overlay-icon")) label.classList.add("no-toc");
  for (const place of document.querySelectorAll("article section[id] > :is(h1, h2, h3, h4, h5, h6), article dt[id]")) {
    const link = document.createElement("a");
    link.className = "headerlink";
    link.textContent = "#";
    link.href = "#" + (place.id || place.parentElement.id);
    place.append(link);
  }
});
