/**
 * The style of the form and the dialog, from the variables of Stripe's appearance. A constructed
 * style sheet and properties set by script are allowed under any content security policy.
 */

/** Attaches a shadow root with the style, in the direction of the language. */
export function openRoot(host, language) {
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  const container = document.createElement('div')
  container.lang = language
  container.dir = language === 'ar' ? 'rtl' : 'ltr'
  root.append(container)
  return container
}

/** @param appearance Stripe's: a theme, and variables that override it */
export function applyAppearance(host, { theme = 'stripe', variables = {} } = {}) {
  const used = { ...(theme === 'night' ? night : day), ...variables }
  for (const name of Object.keys(day)) host.style.setProperty(`--${name}`, used[name])
}

const day = {
  colorPrimary: '#0b5cad',
  colorBackground: '#ffffff',
  colorText: '#1b1f24',
  colorTextSecondary: '#525a64',
  colorDanger: '#b3261e',
  borderRadius: '6px',
  fontFamily: 'system-ui, sans-serif',
  fontSizeBase: '16px',
  spacingUnit: '4px',
}
const night = {
  ...day,
  colorPrimary: '#8ab8f0',
  colorBackground: '#1b1f24',
  colorText: '#f2f4f7',
  colorTextSecondary: '#b4bcc8',
  colorDanger: '#ffb4ab',
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  :host { display: block }
  * { box-sizing: border-box }
  fieldset, dialog, p, h2 { margin: 0; padding: 0; border: 0; min-width: 0 }
  fieldset, dialog {
    font: 400 var(--fontSizeBase)/1.5 var(--fontFamily);
    color: var(--colorText);
    background: var(--colorBackground);
  }
  fieldset { display: grid; gap: calc(3 * var(--spacingUnit)) }
  legend { padding: 0; font-weight: 600 }
  .note { color: var(--colorTextSecondary); font-size: .875em }
  .row { display: grid; gap: calc(3 * var(--spacingUnit)); grid-template-columns: 1fr }
  @media (min-width: 30em) { .row { grid-template-columns: 1fr 1fr } }
  label { display: block; font-size: .875em; font-weight: 600 }
  input, select, button {
    font: inherit; width: 100%; min-height: 44px; color: inherit; background: transparent;
    padding: calc(2 * var(--spacingUnit)) calc(3 * var(--spacingUnit));
    border: 1px solid color-mix(in srgb, var(--colorText) 60%, var(--colorBackground));
    border-radius: var(--borderRadius);
  }
  option { color: var(--colorText); background: var(--colorBackground) }
  input { direction: ltr; text-align: start }
  [dir=rtl] input { text-align: end }
  input[aria-invalid=true] { border-color: var(--colorDanger); border-width: 2px }
  :focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 2px }
  .error { color: var(--colorDanger); font-size: .875em }
  .error:empty { display: none }
  dialog {
    max-width: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; margin: auto;
    border: 1px solid var(--colorTextSecondary); border-radius: var(--borderRadius);
  }
  dialog::backdrop { background: rgb(0 0 0 / 50%) }
  dialog form { display: grid; gap: 1rem }
  h2 { font-size: 1.25em }
  .wallet { background: var(--colorText); color: var(--colorBackground); border-color: transparent; font-weight: 600 }
  .primary { background: var(--colorPrimary); color: var(--colorBackground); border-color: transparent }
`)
