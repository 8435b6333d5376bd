import { html, type TemplateResult } from 'lit/html.js'

/** A picture of 24 x 24 in the colour of the text, which says nothing to screen readers. */
export const icon = (path: string): TemplateResult =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${path} /></svg>`

/** Points back; mirrored where it is used, for writing from right to left. */
export const chevron = icon('m15 6-6 6 6 6')
export const star = html`<svg class="star" viewBox="0 0 24 24" aria-hidden="true"><path d="m12 2 3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z" /></svg>`
export const check = icon('m5 12.5 4.5 4.5L19 7.5')
export const people = icon(
  'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7 10v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2M16 3a4 4 0 0 1 0 8m6 10v-2a4 4 0 0 0-3-4',
)
