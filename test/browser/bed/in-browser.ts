import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Language } from '@silla/locale'
import type { BrowserContext, Page } from 'playwright-core'
import { chromiumPath, testBrowser } from './chromium.ts'

export interface VisitorOptions {
  language?: Language
  theme?: 'light' | 'dark'
  /** Of the window, in CSS pixels. */
  width?: 320 | 390 | 1280
  javaScript?: boolean
  /** What the browser takes for the present. Its clock goes on from there. */
  now?: Date | undefined
  /** Device pixels for each CSS pixel; default 1. */
  scale?: number
  /** Of the visitor's clock; default: that of the salons. */
  timeZone?: string
}

/** What a test in a browser receives. */
export interface BrowserTest {
  /** Registers clean-up. */
  t: Pick<TestContext, 'after'>
  /** Opens an empty page as a new visitor, with nothing stored. */
  visitor(options?: VisitorOptions): Promise<Page>
}

/**
 * A test in Chromium; it is skipped where none is installed, and fails there when `CI` is `true`. It
 * fails when a page sends a request to another machine, throws an error that nothing catches, or
 * does what its content security policy refuses.
 */
export function inBrowser(run: (test: BrowserTest) => Promise<void>) {
  return async (t: TestContext): Promise<void> => {
    if (chromiumPath() === null)
      return t.skip('Chromium is not installed here; CHROMIUM_PATH may name another place')
    const { visitor, close } = openVisitors()
    let faults: string[] = []
    try {
      await run({ t, visitor })
    } finally {
      faults = await close()
    }
    assert.deepEqual(faults, [])
  }
}

/** Visitors of their own for a program that is no test. `close` returns what was wrong. */
export function openVisitors(): Pick<BrowserTest, 'visitor'> & { close(): Promise<string[]> } {
  const faults: string[] = []
  const contexts: BrowserContext[] = []
  return {
    async visitor(options = {}) {
      const context = await openContext(options, faults)
      contexts.push(context)
      return context.newPage()
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      return faults
    },
  }
}

async function openContext(options: VisitorOptions, faults: string[]): Promise<BrowserContext> {
  const {
    language = 'es',
    theme = 'light',
    width = 1280,
    javaScript = true,
    now,
    scale = 1,
    timeZone = 'Europe/Madrid',
  } = options
  const browser = await testBrowser()
  const context = await browser.newContext({
    locale: language,
    timezoneId: timeZone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor: scale,
    viewport: { width, height: width === 1280 ? 900 : 2 * width },
    javaScriptEnabled: javaScript,
  })
  context.setDefaultTimeout(20_000)
  if (now !== undefined) await context.clock.install({ time: now })
  context.on('request', (request) => {
    if (isElsewhere(new URL(request.url())))
      faults.push(`request to another machine: ${request.url()}`)
  })
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack}`))
  context.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text())
  })
  return context
}

const isElsewhere = ({ protocol, hostname }: URL): boolean =>
  /^(https?|wss?):$/.test(protocol) && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
