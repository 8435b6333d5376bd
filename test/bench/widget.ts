import type { Page } from 'playwright-core'
import { chromiumPath } from '../browser/bed/chromium.ts'
import { embed } from '../browser/bed/embed.ts'
import { openVisitors } from '../browser/bed/in-browser.ts'
import { layoutShiftOf, recordLayoutShift } from '../browser/bed/layout-shift.ts'
import { publicApi } from '../browser/bed/public-api.ts'
import { throttle } from '../browser/bed/throttle.ts'
import { recordRequests } from '../browser/bed/widget.ts'
import { atEnd, endFile, endProcess } from '../support/at-end.ts'
import { openTestServer } from '../support/open-test-server.ts'
import { readOptions } from '../support/program-options.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { useTestServer } from '../support/test-server.ts'
import { median } from './statistics.ts'

await readOptions({
  command: 'npm run bench:widget',
  about:
    'Measures the time until a visitor with an empty cache sees the first free time, on a network with 150 ms of ' +
    'latency and 1.6 Mbit/s, and fails above the budgets. On a busy machine the times are those of the machine.',
})

const runs = 7
const columns = ['first time, ms', 'API requests', 'kB received', 'layout shift'] as const
type Sample = Record<(typeof columns)[number], number>
const budget: Partial<Sample> = { 'first time, ms': 2500, 'API requests': 3, 'layout shift': 0.02 }

if (chromiumPath() === null) throw new Error('Chromium is not installed: set CHROMIUM_PATH.')
const { server, close } = await openTestServer()
useTestServer(server)
try {
  const salon = await openSalon({
    services: ['Corte', 'Barba', 'Color'].map((name) => ({ name })),
    professionals: ['Ana'],
    settings: { onlinePage: true },
    now: Temporal.Now.plainDateTimeISO('Europe/Madrid').toString().slice(0, 16),
  })
  const results = {
    'snippet on a site': await measure(await siteOf(salon)),
    'booking page': await measure(
      `${await publicApi()}/s/${salon.slug}?servicio_id=${salon.id('Corte')}`,
    ),
  }
  console.table(results)
  for (const [where, sample] of Object.entries(results))
    for (const column of columns)
      if (sample[column] > (budget[column] ?? Number.POSITIVE_INFINITY)) {
        console.error(`${where}: ${column} ${sample[column]} is above ${budget[column]}`)
        process.exitCode = 1
      }
} finally {
  await endFile()
  await endProcess()
  await close()
}

/** A page of another origin with the published snippet; its service is chosen by an attribute. */
async function siteOf(salon: TestSalon): Promise<string> {
  const visitors = openVisitors()
  const t = { after: (close?: unknown) => atEnd(async () => (close as () => void)()) }
  const page = await embed({ t, visitor: visitors.visitor }, salon, {
    attributes: `service="${salon.id('Corte')}"`,
  })
  await visitors.close()
  return page.url()
}

/** Medians of all visits but the first, which fills the caches of the API. */
async function measure(url: string): Promise<Sample> {
  const samples: Sample[] = []
  for (let run = 0; run <= runs; run++) {
    const { visitor, close } = openVisitors()
    const sample = await visit(await visitor({ width: 390 }), url)
    if (run > 0) samples.push(sample)
    for (const fault of await close()) throw new Error(fault)
  }
  const medians = columns.map((column) => [column, median(samples.map((one) => one[column]))])
  return Object.fromEntries(medians) as Sample
}

async function visit(page: Page, url: string): Promise<Sample> {
  const requests = recordRequests(page)
  await recordLayoutShift(page)
  const network = await throttle(page)
  let received = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('[part~=time]').first().waitFor()
  return {
    'first time, ms': Math.round(performance.now() - startedAt),
    'API requests': requests.length,
    'kB received': Math.round(received / 100) / 10,
    'layout shift': Math.round((await layoutShiftOf(page)) * 10_000) / 10_000,
  }
}
