import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { languageLinks, page } from './layout.ts'
import { pageStyle } from './page-style.ts'
import { staffTexts } from './texts/staff-texts.ts'
import { textsIn } from './texts/texts.ts'

export const staffPath = '/equipo/'
export const staffScriptPath = '/equipo/acceso.js'

/**
 * The page on which staff sign in, and where they see their passkeys, sessions and salons (D61, D62). It
 * is the same for everybody: its script reads who is signed in.
 */
export function staffPage(language: Language): { html: string; style: string } {
  const texts = staffTexts[language]
  const style = `${pageStyle(null)}${formRules}`
  const body = html`<header class="wrap bar">!${languageLinks(
    language,
    textsIn(language),
    (other) => `${staffPath}?lang=${other}`,
  )}</header>
<main class="wrap"><div class="narrow" data-staff="${JSON.stringify(texts.script)}">
<noscript><p class="notice">${texts.noScript}</p></noscript>
<p data-part="status" role="status" class="lead"></p>
<div data-part="sign-in" hidden>
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
<p class="notice" data-part="no-passkey" hidden>${texts.noPasskey}</p>
<section><h2>${texts.passkeys}</h2><ul class="services" data-part="passkeys"></ul>
<form data-part="add">!${field(texts.passkeyName, 'nombre', 'type="text" maxlength="60" autocomplete="off"')}<button class="button">${texts.addPasskey}</button></form>
</section>
<section><h2>${texts.sessions}</h2><ul class="services" data-part="sessions"></ul></section>
<section data-part="other-salons" hidden><h2>${texts.otherSalons}</h2><ul class="services" data-part="salons"></ul></section>
<section data-part="recovery-codes" hidden><h2>${texts.recoveryCodes}</h2><p>${texts.recoveryCodesHint}</p>
<ol class="codes" dir="ltr" data-part="code-list" hidden></ol>
<p class="actions"><button type="button" class="button" data-part="codes">${texts.newRecoveryCodes}</button></p></section>
<p class="actions"><button type="button" class="button" data-part="out">${texts.signOut}</button></p>
</div>
</div></main>
<script src="${staffScriptPath}" type="module"></script>`
  const head = '<meta name="robots" content="noindex">'
  return {
    html: page({ language, locale: language, title: `${texts.title} · Silla`, style, head, body }),
    style,
  }
}

const field = (label: string, name: string, attributes: string): string =>
  html`<label class="field"><span>${label}</span><input name="${name}" required !${attributes}></label>`

const emailField = 'type="email" autocomplete="email" dir="ltr"'
const codeField =
  'type="text" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code" dir="ltr"'

const formRules = `
.narrow section{margin-block-start:2.25rem}
.narrow .notice{margin-block-start:1.25rem}
.narrow form{display:flex;flex-wrap:wrap;align-items:end;gap:.7rem;margin-block-start:1rem}
.narrow form[hidden],.narrow [data-part][hidden]{display:none}
.field{display:grid;gap:.25rem;flex:1 1 14rem;min-width:0}
.field input{width:100%;min-height:48px;padding:.5rem .9rem;border:1px solid var(--edge);border-radius:12px;background:var(--page);color:var(--ink);font:inherit}
.narrow [data-part="status"]:empty{display:none}
.narrow [data-part="account"]:focus{outline:none}
.codes{display:grid;gap:.35rem;margin-block-start:1rem;font-family:ui-monospace,monospace;list-style:decimal;padding-inline-start:2rem}
`
