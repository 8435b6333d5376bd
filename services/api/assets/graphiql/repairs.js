// What assistive technology and the keyboard need and Altair leaves out.

const labelled = (name) => (element) => {
  element.setAttribute('aria-label', name)
}

function pressable(element) {
  element.setAttribute('role', 'button')
  element.tabIndex = 0
  element.addEventListener('keydown', (event) => {
    if (event.target !== element || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    element.click()
  })
}

const heading = document.createElement('h1')
heading.textContent = 'Silla GraphQL console'
heading.className = 'silla-heading'

repairPage({
  'app-root:not([role])': (root) => {
    root.setAttribute('role', 'main')
  },
  'app-root:not(:has(.silla-heading))': (root) => {
    root.prepend(heading)
  },
  'button[track-id="save_to_collection"]:not([aria-label])': labelled('Save to a collection'),
  'button[track-id="export_window"]:not([aria-label])': labelled('Export'),
  'button[track-id="reload_docs"]:not([aria-label])': labelled('Load the schema again'),
  '[role="textbox"][aria-placeholder="Enter URL"]:not([aria-label])': labelled('URL'),
  'app-query-editor [role="textbox"]:not([aria-label])': labelled('Query'),
  'app-variables-editor [role="textbox"]:not([aria-label])': labelled('Variables'),
  '[role="textbox"]:not([aria-label])': labelled('Editor'),
  // they name panels that do not exist
  '[role="tab"][aria-controls^="nz-tabs-"]': (tab) => {
    tab.removeAttribute('aria-controls')
  },
  'a.side-menu-item:not([role]), .window-switcher__item:not([role])': pressable,
  'app-window-switcher:not([tabindex]), .cm-scroller[tabindex="-1"]': (scrolled) => {
    scrolled.tabIndex = 0
  },
})
