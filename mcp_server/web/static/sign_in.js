// A link brings its code as a fragment, which no server is told. It goes into the form and out of the address.
const takeCode = () => {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  document.getElementById("code").value = code;
  document.getElementById("by-hand").hidden = true;
  document.getElementById("by-link").hidden = false;
  document.getElementById("enter").focus();
};
addEventListener("hashchange", takeCode);
takeCode();
