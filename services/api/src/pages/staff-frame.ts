import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { languageLinks, page } from './layout.ts'
import { pageStyle } from './page-style.ts'
import { staffTexts } from './texts/staff-texts.ts'
import { textsIn } from './texts/texts.ts'

/** A page of staff without its frame. */
export interface StaffPageContent {
  /** Its address. */
  path: string
  title: string
  /** Its own script, which is loaded after those of all pages of staff. */
  script: string
  /** What the script shows, besides what all of them show. */
  texts: object
  /** Rules of its own. */
  style?: string
  /** HTML; its parts are hidden until the script knows what to show. */
  body: string
}

/** Scripts that several pages of staff load. */
export const staffScripts = {
  webauthn: '/equipo/webauthn.js',
  parts: '/equipo/partes.js',
} as const

/** A page of staff. It is the same for everybody: its script reads who is signed in. */
export function staffFrame(
  language: Language,
  { path, title, script, texts, style: own = '', body }: StaffPageContent,
): { html: string; style: string } {
  const shared = staffTexts[language]
  const style = `${pageStyle(null)}${formRules}${own}`
  const shown = JSON.stringify({ ...shared.script, ...texts })
  const framed = html`<header class="wrap bar">!${languageLinks(
    language,
    textsIn(language),
    (other) => `${path}?lang=${other}`,
  )}</header>
<main class="wrap"><div class="narrow" data-staff="${shown}">
<noscript><p class="notice">${shared.noScript}</p></noscript>
<p data-part="status" role="status" class="lead"></p>
!${body}
</div></main>
<script src="${staffScripts.webauthn}" defer></script>
<script src="${script}" type="module"></script>`
  const head = html`<meta name="robots" content="noindex"><link rel="modulepreload" href="${staffScripts.parts}">`
  return {
    html: page({
      ...{ language, locale: language, style, head },
      title: `${title} · Silla`,
      body: framed,
    }),
    style,
  }
}

/** A form's input with its label. */
export const field = (label: string, name: string, attributes: string): string =>
  html`<label class="field"><span>${label}</span><input name="${name}" required !${attributes}></label>`

/** The name of a new passkey, and the button that makes it. */
export const newPasskeyForm = (texts: { passkeyName: string; addPasskey: string }): string =>
  html`<form data-part="add">!${field(
    texts.passkeyName,
    'nombre',
    'type="text" maxlength="60" autocomplete="off"',
  )}<button class="button">${texts.addPasskey}</button></form>`

const formRules = `
.narrow section{margin-block-start:2.25rem}
.narrow .notice{margin-block-start:1.25rem}
.narrow form{display:flex;flex-wrap:wrap;align-items:end;gap:.7rem;margin-block-start:1rem}
.narrow form[hidden],.narrow [data-part][hidden]{display:none}
.narrow .ticket{margin-block-start:1.5rem}
.field{display:grid;gap:.25rem;flex:1 1 14rem;min-width:0}
.field :is(input,select){width:100%;min-height:48px;padding:.5rem .9rem;border:1px solid var(--edge);border-radius:12px;background:var(--page);color:var(--ink);font:inherit}
.narrow [data-part="status"]{position:sticky;inset-block-start:0;z-index:1;padding-block:.6rem;background:var(--page)}
.narrow [data-part="status"]:empty{display:none}
.people li{flex-wrap:wrap}.people .what{flex:1 1 12rem}
.narrow fieldset{flex:1 1 100%;min-width:0;margin:0;padding:.75rem 1rem;border:1px solid var(--edge);border-radius:12px}
.narrow fieldset label{display:flex;align-items:center;gap:.7rem;min-height:44px}
.narrow fieldset input{flex:none;width:1.3rem;height:1.3rem;accent-color:var(--brand)}
.narrow dialog{max-width:32rem;width:calc(100% - 2rem);padding:1.5rem;border:1px solid var(--edge);border-radius:18px;background:var(--page);color:var(--ink)}
.narrow dialog::backdrop{background:rgb(0 0 0/.55)}
.narrow [data-part][tabindex="-1"]:focus{outline:none}
.codes{display:grid;gap:.35rem;margin-block-start:1rem;font-family:ui-monospace,monospace;list-style:decimal;padding-inline-start:2rem}
`
