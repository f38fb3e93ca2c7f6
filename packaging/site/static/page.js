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
