import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { field } from './staff-frame.ts'
import { staffDeskTexts } from './texts/staff-desk-texts.ts'

export const deskSectionScriptPath = '/equipo/compartidos.js'

/** One's own PIN, and the shared devices of the salon, on the page of staff (D64). */
export function deskSections(language: Language): string {
  const texts = staffDeskTexts[language]
  return html`<section data-part="own-pin" hidden><h2>${texts.ownPin}</h2><p>${texts.ownPinHint} <span data-part="pin-state"></span></p>
<form data-part="new-pin">!${field(texts.newPin, 'pin', newPinField)}<button class="button">${texts.savePin}</button></form>
<p class="actions"><button type="button" class="button" data-part="remove-pin">${texts.removePin}</button></p></section>
<section data-part="shared-devices" hidden><h2>${texts.devices}</h2><p>${texts.devicesHint}</p>
<ul class="services" data-part="devices" hidden></ul>
<p class="actions"><button type="button" class="button" data-part="show-devices">${texts.showDevices}</button></p>
<form data-part="share">!${field(
    texts.deviceName,
    'nombre',
    'type="text" maxlength="60" autocomplete="off"',
  )}<button class="button">${texts.share}</button></form></section>`
}

const newPinField =
  'type="password" inputmode="numeric" minlength="4" maxlength="8" autocomplete="off" dir="ltr"'
