// Starts the reader on /docs with the settings of the page.

const settings = document.getElementById('reference').dataset

Scalar.createApiReference('#reference', {
  url: settings.document,
  // the document of a demo says which credential each operation needs, and has them all
  ...(settings.demo === undefined && {
    authentication: {
      preferredSecurityScheme: 'clave',
      securitySchemes: { clave: { name: 'X-API-Key', in: 'header', value: settings.key } },
    },
  }),
  // only the samples of the document: curl and TypeScript
  hiddenClients: true,
  hideModels: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  // nothing is requested from other servers
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
})

// What assistive technology needs and the reader leaves out.
repairPage({
  '.scalar-code-copy:not([aria-label])': (button) => {
    button.setAttribute('aria-label', 'Copy')
  },
  // the name has to begin with the text that can be seen
  '.show-more[aria-label^="Show all"]': (button) => {
    const group = button.getAttribute('aria-label').slice('Show all '.length)
    button.setAttribute('aria-label', `${button.textContent.trim()}: ${group}`)
  },
  '.code-input-lite__editor[role="combobox"]': (editor) => {
    editor.setAttribute('role', 'textbox')
    editor.setAttribute('aria-label', editor.dataset.placeholder || 'Value')
  },
  // what scrolls can be reached by the keyboard
  '.scalar-card-content.overflow-auto:not([tabindex]), ul.endpoints:not([tabindex])': (list) => {
    list.tabIndex = 0
  },
  // landmarks of the same name, one for each operation
  'section.contents[aria-labelledby]:not([role])': (section) => {
    section.setAttribute('role', 'group')
  },
  '.response-card[role="region"]': (card) => {
    card.setAttribute('role', 'group')
  },
})
