import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { agendaPath } from './agenda-path.ts'
import { staffFrame } from './staff-frame.ts'
import { staffPath } from './staff-page.ts'
import { agendaTexts } from './texts/agenda-texts.ts'
import { staffDeskTexts } from './texts/staff-desk-texts.ts'

export const deskPath = '/equipo/mostrador/'
export const deskScriptPath = '/equipo/mostrador.js'

/** The lock screen of a device that a salon shares (D64): names, and a pad for the PIN. */
export function staffDeskPage(language: Language): { html: string; style: string } {
  const { script, ...texts } = staffDeskTexts[language]
  const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  const body = html`<div data-part="not-shared" tabindex="-1" hidden>
<h1>${texts.notShared}</h1>
<p class="lead">${texts.notSharedHint}</p>
<p class="actions"><a class="button" href="${staffPath}?lang=${language}">${texts.signIn}</a></p>
</div>
<div data-part="people" tabindex="-1" hidden>
<h1>${texts.who}</h1>
<p class="lead"><bdi data-part="salon"></bdi> · <bdi data-part="device"></bdi></p>
<p class="notice" data-part="nobody" hidden>${texts.nobody}</p>
<ul class="names" data-part="names"></ul>
<section><h2>${texts.today} · <bdi data-part="date"></bdi></h2><div class="today" data-part="today"></div></section>
</div>
<div data-part="pin" tabindex="-1" hidden>
<h1 data-part="hello"></h1>
<form data-part="enter" autocomplete="off">
<label class="field"><span>${texts.pin}</span><input name="pin" required !${pinField}></label>
<div class="pad" dir="ltr">!${digits.map(digitButton)}<button type="button" class="button" data-part="erase" aria-label="${texts.erase}">⌫</button>!${digitButton('0')}<button class="button primary">${texts.enter}</button></div>
</form>
<p class="actions"><button type="button" class="button" data-part="back">${texts.back}</button></p>
</div>
<div data-part="open" tabindex="-1" hidden>
<h1><bdi data-part="name"></bdi></h1>
<p class="actions"><a class="button primary" href="${agendaPath}?lang=${language}">${agendaTexts[language].title}</a>
<button type="button" class="button" data-part="lock">${texts.lock}</button>
<button type="button" class="button" data-part="out">${texts.signOut}</button></p>
</div>`
  return staffFrame(language, {
    path: deskPath,
    title: texts.title,
    script: deskScriptPath,
    texts: script,
    style: deskRules,
    body,
  })
}

const digitButton = (digit: string): string =>
  html`<button type="button" class="button" data-digit="${digit}">${digit}</button>`

/** The pad is the keyboard: `none` keeps that of the device away, and a real one types all the same. */
const pinField =
  'type="password" inputmode="none" minlength="4" maxlength="8" autocomplete="off" dir="ltr"'

const deskRules = `
.names{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,9rem),1fr));gap:.75rem;margin-block-start:1.5rem}
.names .button{flex-direction:column;width:100%;min-height:7rem}
.names .initials{display:grid;place-items:center;width:3.25rem;height:3.25rem;border-radius:50%;background:var(--raised);font-size:1.15rem}
.today{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1rem 1.5rem}
.today h3{margin-block:0 .5rem}
.today ul{display:grid;gap:.5rem;margin:0;padding:0;list-style:none}
.narrow form[data-part="enter"]{display:grid;max-width:20rem}
.pad{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.6rem}
.pad .button{min-height:60px;padding-inline:.25rem;font-size:1.25rem}
.pad .primary{font-size:1rem}
`
