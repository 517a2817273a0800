// Runs before the first paint, so that a dark desk does not flash white. A file, since the page allows no inline script.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    chosen = null;
  }
  var isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
