import type { ServerResponse } from 'node:http'
import type { Params } from '../http/params.ts'
import type { State } from '../state.ts'
import type { FakeStripe } from '../test-controls.ts'

/** A request for a page, or the form that one of its buttons sends. */
export interface PageRequest {
  fakeStripe: FakeStripe
  state: State
  id: string
  params: Params
  isPost: boolean
  response: ServerResponse
}

/** Sends an HTML page that loads nothing from other URLs. */
export function sendPage(response: ServerResponse, title: string, main: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
  })
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
  label { display: block; margin: .5rem 0 }
  button { font: inherit; margin: .25rem 0; padding: .5rem 1rem; display: block; width: 100%; text-align: start }
  input { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box }
  .note { color: #666 } .bad { color: #a00 }
</style>
<h1>${escaped(title)}</h1>
${main}
<p class="note">This is the fake Stripe: no money moves.</p>
</html>
`)
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
