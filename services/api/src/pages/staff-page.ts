import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { agendaPath } from './agenda-path.ts'
import { deskSections } from './staff-desk-section.ts'
import { field, newPasskeyForm, staffFrame } from './staff-frame.ts'
import { supportBanner, supportRules, supportSection } from './staff-support-section.ts'
import { agendaTexts } from './texts/agenda-texts.ts'
import { staffDeskTexts } from './texts/staff-desk-texts.ts'
import { staffImportTexts } from './texts/staff-import-texts.ts'
import { staffPeopleTexts } from './texts/staff-people-texts.ts'
import { staffSupportTexts } from './texts/staff-support-texts.ts'
import { staffTexts } from './texts/staff-texts.ts'

export const staffPath = '/equipo/'
export const peoplePath = '/equipo/personas/'
export const importPath = '/equipo/importar/'
export const staffScriptPath = '/equipo/acceso.js'

/** The page on which staff sign in, and where they see their passkeys, sessions and salons (D61, D62). */
export function staffPage(language: Language): { html: string; style: string } {
  const texts = staffTexts[language]
  const body = html`<div data-part="sign-in" hidden>
<h1>${texts.title}</h1>
<p class="actions"><button type="button" class="button primary" data-part="passkey">${texts.withPasskey}</button></p>
<section><h2>${texts.withCode}</h2>
<p>${texts.withCodeHint}</p>
<form data-part="email">!${field(texts.email, 'email', emailField)}<button class="button">${texts.sendCode}</button></form>
<form data-part="code" hidden>!${field(texts.code, 'codigo', codeField)}<button class="button primary">${texts.signIn}</button></form>
</section>
<section><details class="leave"><summary>${texts.withRecovery}</summary>
<form data-part="recovery">!${field(texts.email, 'email', emailField)}!${field(
    texts.recoveryCode,
    'codigo',
    'type="text" autocomplete="off" spellcheck="false" autocapitalize="characters" dir="ltr"',
  )}<button class="button">${texts.recover}</button></form>
</details></section>
</div>
<div data-part="account" tabindex="-1" hidden>
<h1><bdi data-part="name"></bdi></h1>
<p class="lead"><bdi data-part="salon"></bdi></p>
<p class="actions"><a class="button primary" href="${agendaPath}?lang=${language}">${agendaTexts[language].title}</a></p>
<p class="actions" data-part="people" hidden><a class="button" href="${peoplePath}?lang=${language}">${staffPeopleTexts[language].title}</a></p>
<p class="actions" data-part="import" hidden><a class="button" href="${importPath}?lang=${language}">${staffImportTexts[language].title}</a></p>
!${supportBanner()}
<p class="notice" data-part="no-passkey" hidden>${texts.noPasskey}</p>
<section><h2>${texts.passkeys}</h2><ul class="services" data-part="passkeys"></ul>
!${newPasskeyForm(texts)}
</section>
<section><h2>${texts.sessions}</h2><ul class="services" data-part="sessions"></ul></section>
<section data-part="other-salons" hidden><h2>${texts.otherSalons}</h2><ul class="services" data-part="salons"></ul></section>
!${deskSections(language)}
!${supportSection(language)}
<section data-part="recovery-codes" hidden><h2>${texts.recoveryCodes}</h2><p>${texts.recoveryCodesHint}</p>
<ol class="codes" dir="ltr" data-part="code-list" hidden></ol>
<p class="actions"><button type="button" class="button" data-part="codes">${texts.newRecoveryCodes}</button></p></section>
<p class="actions"><button type="button" class="button" data-part="out">${texts.signOut}</button></p>
</div>`
  return staffFrame(language, {
    path: staffPath,
    title: texts.title,
    script: staffScriptPath,
    style: supportRules,
    texts: { ...staffDeskTexts[language].script, ...staffSupportTexts[language].script },
    body,
  })
}

const emailField = 'type="email" autocomplete="email" dir="ltr"'
const codeField =
  'type="text" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code" dir="ltr"'
