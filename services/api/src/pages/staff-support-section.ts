import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { staffSupportTexts } from './texts/staff-support-texts.ts'

export const supportSectionScriptPath = '/equipo/soporte.js'

/** Says that support is in the salon, to everybody who works there (D66). */
export const supportBanner = (): string =>
  html`<p class="notice" data-part="support-inside" role="status" hidden></p>`

/** Requests and accesses of support, for owners, on the page of staff (D66). */
export function supportSection(language: Language): string {
  const texts = staffSupportTexts[language]
  return html`<section data-part="support" hidden><h2>${texts.title}</h2><p>${texts.hint}</p>
<ul class="services" data-part="support-list"></ul></section>`
}

/** Two buttons and a text do not fit beside each other on a narrow screen. */
export const supportRules = `
[data-part="support-list"] li{flex-wrap:wrap}
[data-part="support-list"] .what{flex:1 1 14rem}
`
