import { html, type TemplateResult } from 'lit/html.js'

const icon = (path: string): TemplateResult =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${path} /></svg>`

/** Points back; mirrored where it is used, for writing from right to left. */
export const chevron = icon('m15 6-6 6 6 6')
export const check = icon('m5 12.5 4.5 4.5L19 7.5')
export const people = icon(
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m-6.5 9v-1.5a4.5 4.5 0 0 1 4.5-4.5h4a4.5 4.5 0 0 1 4.5 4.5V20M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.3a4.5 4.5 0 0 1 3.5 4.2V20',
)
