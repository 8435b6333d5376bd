import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { newPasskeyForm, staffFrame } from './staff-frame.ts'
import { staffPath } from './staff-page.ts'
import { staffInvitationTexts } from './texts/staff-invitation-texts.ts'
import { staffTexts } from './texts/staff-texts.ts'

export const invitationPath = '/equipo/invitacion/'
export const invitationScriptPath = '/equipo/invitacion.js'

/** The page on which somebody accepts an invitation, and makes their first passkey (D61, D66). */
export function staffInvitationPage(language: Language): { html: string; style: string } {
  const shared = staffTexts[language]
  const { script, ...texts } = staffInvitationTexts[language]
  const home = `${staffPath}?lang=${language}`
  const body = html`<div data-part="invitation" tabindex="-1" hidden>
<h1>${texts.title}</h1>
<p class="lead"><bdi data-part="salon"></bdi></p>
<dl class="ticket">
<div><dt>${texts.name}</dt><dd><bdi data-part="name"></bdi></dd></div>
<div><dt>${texts.role}</dt><dd data-part="role"></dd></div>
<div><dt>${texts.until}</dt><dd data-part="until"></dd></div>
</dl>
<p class="lead">${texts.confirms}</p>
<p class="actions"><button type="button" class="button primary" data-part="accept">${texts.accept}</button></p>
</div>
<div data-part="refused" tabindex="-1" hidden>
<h1 data-part="refused-title"></h1>
<p class="lead" data-part="refused-text"></p>
<p class="actions"><a class="button" href="${home}">${texts.signIn}</a></p>
</div>
<div data-part="joined" tabindex="-1" hidden>
<h1>${texts.joined}</h1>
<p class="lead">${texts.makePasskey}</p>
!${newPasskeyForm(shared)}
<p class="actions"><a class="button" data-part="later" href="${home}">${texts.later}</a></p>
</div>`
  return staffFrame(language, {
    path: invitationPath,
    title: texts.title,
    script: invitationScriptPath,
    texts: script,
    body,
  })
}
