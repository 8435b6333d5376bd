import {
  effectivePermissions,
  includedPermissions,
  type Permission,
  permissions,
  roles,
} from '@silla/core'
import { type Language, languages } from '@silla/locale'
import { permissionWords, roleWords } from '@silla/wire'
import { html } from 'ghtml'
import { field, staffFrame } from './staff-frame.ts'
import { peoplePath, staffPath } from './staff-page.ts'
import { staffPeopleTexts } from './texts/staff-people-texts.ts'
import { staffTexts } from './texts/staff-texts.ts'
import { textsIn } from './texts/texts.ts'

export const peopleScriptPath = '/equipo/personas.js'

/** The page on which the people of a salon are invited, changed and deactivated (D65, D66). */
export function staffPeoplePage(language: Language): { html: string; style: string } {
  const shared = staffTexts[language]
  const { script, permissions: permissionTexts, ...texts } = staffPeopleTexts[language]
  const home = `${staffPath}?lang=${language}`
  const personFields = (chosenLanguage: [string, string][], ofRole = ''): string =>
    html`!${selectField(
      texts.role,
      'rol',
      // what nobody has chosen is the role with the fewest permissions
      roles
        .toReversed()
        .map((role) => [roleWords[role], shared.script.roles[roleWords[role]] ?? '']),
      ofRole,
    )}!${selectField(texts.professional, 'peluquero_id', [])}!${selectField(
      texts.language,
      'idioma',
      [
        ...chosenLanguage,
        ...languages.map((each): [string, string] => [each, textsIn(each).languageName]),
      ],
    )}`
  const nameField = field(texts.name, 'nombre', 'type="text" maxlength="120" autocomplete="off"')
  const message = (name: string, text: string, more = ''): string =>
    html`<div data-part="${name}" tabindex="-1" hidden><h1>${texts.title}</h1><p class="lead">${text}</p>
<p class="actions">!${more}<a class="button" href="${home}">${texts.toAccount}</a></p></div>`
  const body = html`!${message('signed-out', texts.signedOut)}
!${message('not-allowed', texts.notAllowed)}
!${message('no-passkey', texts.noPasskey)}
!${message(
    'step-up',
    texts.stepUp,
    html`<button type="button" class="button primary" data-part="confirm">${texts.confirm}</button>`,
  )}
<div data-part="people" tabindex="-1" hidden>
<h1>${texts.title}</h1>
<p class="lead"><bdi data-part="salon"></bdi></p>
<section><h2>${texts.people}</h2><ul class="services people" data-part="list"></ul></section>
<section><h2>${texts.invite}</h2>
<form data-part="invite">!${nameField}!${field(
    texts.email,
    'email',
    'type="email" autocomplete="off" dir="ltr"',
  )}!${personFields([['', texts.salonLanguage]])}<button class="button primary">${texts.send}</button></form></section>
<section data-part="former" hidden><h2>${texts.former}</h2><ul class="services people" data-part="former-list"></ul></section>
<p class="actions"><a class="button" href="${home}">${texts.toAccount}</a></p>
</div>
<div data-part="person" tabindex="-1" hidden>
<h1><bdi data-part="person-name"></bdi></h1>
<p class="lead" data-part="person-detail"></p>
<p class="actions"><button type="button" class="button" data-part="back">${texts.back}</button>
<button type="button" class="button" data-part="again" hidden>${script.inviteAgain}</button></p>
<section><h2>${texts.change}</h2>
<form data-part="change">!${nameField}!${personFields([], 'data-part="role"')}
<fieldset data-part="permissions"><legend>${texts.mayDo}</legend>!${permissions.map(
    (permission) =>
      html`<label><input type="checkbox" name="permiso" value="${permissionWords[permission]}"> ${permissionTexts[permission]}</label>`,
  )}</fieldset>
<button class="button primary">${texts.save}</button></form></section>
<section><h2>${shared.sessions}</h2><p data-part="no-sessions">${texts.noSessions}</p>
<ul class="services people" data-part="sessions"></ul>
<p class="actions"><button type="button" class="button" data-part="end-all">${texts.endAll}</button></p></section>
<section><h2>${texts.deactivate}</h2><p>${texts.deactivateHint}</p>
<p class="actions"><button type="button" class="button" data-part="deactivate">${texts.deactivate}</button></p></section>
</div>
<dialog data-part="dialog" aria-labelledby="question"><h2 id="question" data-part="question"></h2>
<p>${texts.deactivateHint}</p>
<p class="actions"><button type="button" class="button" data-part="no">${texts.no}</button>
<button type="button" class="button primary" data-part="yes">${texts.deactivate}</button></p></dialog>`
  return staffFrame(language, {
    path: peoplePath,
    title: texts.title,
    script: peopleScriptPath,
    texts: { ...script, rolePermissions, includes },
    body,
  })
}

const selectField = (
  label: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  attributes = '',
): string =>
  html`<label class="field"><span>${label}</span><select name="${name}" !${attributes}>!${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>`

const words = (given: Iterable<Permission>): string[] =>
  [...given].map((permission) => permissionWords[permission])

/** What each role may do, in words of the wire, so that the page can show it before it is saved. */
const rolePermissions = Object.fromEntries(
  roles.map((role) => [roleWords[role], words(effectivePermissions(role))]),
)

/** The narrower permission that one includes. */
const includes = Object.fromEntries(
  Object.entries(includedPermissions).map(([wider, narrower]) => [
    permissionWords[wider as Permission],
    permissionWords[narrower],
  ]),
)
