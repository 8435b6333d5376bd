import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './bed/axe.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser, openVisitors } from './bed/in-browser.ts'
import { openSite } from './bed/site.ts'

// The tests in a browser fail on what they are to find.

const page = (content: string, script = '') =>
  `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>${content}</main>
   <script nonce="site">${script}</script>`

test(
  'a request to another machine, an uncaught error and a violation of the policy are faults',
  inBrowser(async ({ t }) => {
    const site = await openSite(t, () => ({
      policy: `default-src 'none'; script-src 'nonce-site'; connect-src *`,
      html: page(
        '<p style="color: red">x</p>',
        `fetch('https://tracker.example/').catch(() => { document.title = 'blocked' })
         setTimeout(() => { throw new Error('nobody catches this') })`,
      ),
    }))
    const { visitor, close } = openVisitors()
    const visited = await visitor()
    const uncaught = visited.context().waitForEvent('weberror')
    await visited.goto(site)
    await uncaught
    await visited.waitForFunction("document.title === 'blocked'")
    const faults = await close()
    assert.equal(faults.length, 3, faults.join('\n'))
    for (const fault of [/tracker\.example/, /nobody catches this/, /Content Security Policy/])
      assert.ok(
        faults.some((one) => fault.test(one)),
        faults.join('\n'),
      )
  }),
)

for (const [what, content, script] of [
  ['a field without a label', '<input>', ''],
  [
    'too little contrast inside of a shadow root',
    '<p id="host"></p>',
    `document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML =
       '<span>faint</span>'
     const sheet = new CSSStyleSheet()
     sheet.replaceSync('span { color: #bbb }')
     document.getElementById('host').shadowRoot.adoptedStyleSheets = [sheet]`,
  ],
  [
    'scrolling sideways',
    '<p id="wide">x</p>',
    "document.getElementById('wide').style.width = '2000px'",
  ],
] as const)
  test(
    `${what} is found`,
    inBrowser(async ({ t, visitor }) => {
      const site = await openSite(t, () => ({
        policy: `default-src 'none'; script-src 'nonce-site'`,
        html: page(content, script),
      }))
      const visited = await visitor()
      await visited.goto(site)
      await assert.rejects(assertAccessible(visited, what), assert.AssertionError)
    }),
  )

for (const [what, content, dark, fault] of [
  ['a colour', '<p>faint</p>', 'p { color: #555; background: #444 }', /^color-contrast at p: /],
  ['a text', '<p><b lang="xx-invalid_">x</b></p>', 'b { display: inline }', /^valid-lang at b: /],
] as const)
  test(
    `${what} that only the dark theme shows is checked`,
    inBrowser(async ({ t, visitor }) => {
      const style = `b { display: none } @media (prefers-color-scheme: dark) { ${dark} }`
      const site = await openSite(t, () => ({
        policy: `default-src 'none'; script-src 'nonce-site'`,
        html: page(
          content,
          `const sheet = new CSSStyleSheet()
           sheet.replaceSync(${JSON.stringify(style)})
           document.adoptedStyleSheets = [sheet]`,
        ),
      }))
      const visited = await visitor()
      await visited.goto(site)
      await assert.rejects(assertAccessibleInEveryLook(visited, what), ({ message, actual }) => {
        assert.match(message, /, dark, 320 px/)
        assert.match(actual[0], fault)
        return true
      })
    }),
  )
