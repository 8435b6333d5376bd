import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { until } from '../support/until.ts'
import { openAgenda, openBusySalon, piece } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const salon = await openBusySalon()

const placeOf = async (shown: Locator): Promise<{ start: number; end: number }> => {
  const box = await shown.boundingBox()
  assert.ok(box, 'it is shown')
  return { start: box.x, end: box.x + box.width }
}

test(
  'D71: in Arabic the day is mirrored, and times are not',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { language: 'ar', path: '/agenda?lang=ar' })
    const [first, second] = [piece(page, 'Lucía Prado'), piece(page, 'Pablo Nieto')]
    await first.waitFor()
    const [ana, marta] = [await placeOf(first), await placeOf(second)]
    assert.ok(marta.end <= ana.start, 'the first column is at the right')
    const hours = await placeOf(page.locator('.axis'))
    assert.ok(ana.end <= hours.start, 'the hours are beside it')
    // forward is to the left
    const arrows = page.locator('.tools .icon')
    const [previous, next] = [await placeOf(arrows.nth(0)), await placeOf(arrows.nth(1))]
    assert.ok(next.end <= previous.start)
    const turned = "getComputedStyle(document.querySelector('.mirror.next')).transform"
    assert.equal(await page.evaluate(turned), 'none')

    for (const path of ['/agenda?lang=ar', '/agenda/lista?lang=ar']) {
      await page.goto(page.url().replace(/\/agenda.*/, path))
      await page.locator('.time bdi .until').first().waitFor()
      // of the text itself: the box of an element has both in it
      const [start = 0, end = 0] = await page.evaluate<number[]>(`(() => {
        const time = document.querySelector('.time bdi')
        const texts = [...time.childNodes, ...time.querySelector('.until').childNodes]
        return texts
          .filter(({ nodeType, data }) => nodeType === Node.TEXT_NODE && /[0-9]/.test(data))
          .map((text) => {
            const range = document.createRange()
            range.setStart(text, text.data.search(/[0-9]/))
            range.setEnd(text, range.startOffset + 1)
            return range.getBoundingClientRect().left
          })
      })()`)
      assert.ok(end > start, `${path}: the end is at the right of the start`)
    }
  }),
)

test(
  'D71: in Arabic the arrows lead to what is beside a visit on the screen',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon, { language: 'ar', path: '/agenda?lang=ar' })
    await piece(page, 'Lucía Prado').focus()
    await page.keyboard.press('ArrowLeft')
    assert.match((await page.locator(':focus').textContent()) ?? '', /Pablo Nieto/)
    await page.keyboard.press('ArrowRight')
    assert.match((await page.locator(':focus').textContent()) ?? '', /Lucía Prado/)
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowLeft')
    const [ghost, pablo] = [
      await placeOf(page.locator('.ghost')),
      await placeOf(piece(page, 'Pablo Nieto')),
    ]
    assert.ok(
      Math.abs(ghost.start - pablo.start) < 4,
      `what is lifted goes there too: ${JSON.stringify([ghost, pablo])}`,
    )
  }),
)

test(
  'D71: a printed day has all of its visits on the width of the paper, and nothing to click',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, salon)
    await piece(page, 'Lucía Prado').waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    // A4 without its margins
    await page.setViewportSize({ width: 720, height: 1000 })
    for (const button of await page.getByRole('button').all())
      assert.equal(await button.isVisible(), false, (await button.textContent()) ?? '')
    assert.equal(await page.locator('.now').filter({ visible: true }).count(), 0)
    await page.getByRole('heading', { name: 'lunes, 4 de marzo' }).waitFor()
    const { cut, colour, visits } = await page.evaluate<Record<string, string | number>>(`(() => {
      const scroller = document.querySelector('.scroller')
      const box = scroller.getBoundingClientRect()
      const outside = [...document.querySelectorAll('.piece, .who')].filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect()
        return left < box.left || right > innerWidth || top < box.top || bottom > box.bottom
      })
      return {
        cut: outside.map((each) => each.textContent).join(),
        colour: getComputedStyle(document.body).color,
        visits: document.querySelectorAll('.piece.booking').length,
      }
    })()`)
    assert.equal(cut, '')
    assert.equal(visits, 10)
    const pale = Number(/\d+/.exec(String(colour))?.[0])
    assert.ok(pale < 128, `dark on white paper: ${colour}`)
  }),
)

test(
  'D71: the present covers no hour of the axis',
  inBrowser(async (bed) => {
    const early = await openBusySalon()
    early.setTime('2030-03-04T11:06')
    const page = await openAgenda(bed, early)
    const present = page.locator('.present')
    await present.getByText('11:06').waitFor()
    const { bottom, top } = await present.evaluate((each) => each.getBoundingClientRect())
    const hours = await page
      .locator('.hour:not(.present)')
      .evaluateAll((all) => all.map((each) => [each.textContent, each.getBoundingClientRect()]))
    const covered = (hours as [string, { top: number; bottom: number }][]).filter(
      ([, hour]) => hour.top < bottom && hour.bottom > top,
    )
    assert.deepEqual(covered, [])
    assert.ok(hours.length > 8)
  }),
)

test(
  'D73: the layers of the grid stay when the day is turned',
  inBrowser(async (bed) => {
    // the next day does not come: this one is faint until then
    const page = await openAgenda(bed, salon, {
      prepare: async (opened) => {
        await opened.route(/\/agenda\/\?.*fecha=2030-03-05/, () => {})
      },
    })
    await piece(page, 'Lucía Prado').waitFor()
    const session = await page.context().newCDPSession(page)
    let layers: readonly { layerId: string; drawsContent: boolean }[] = []
    session.on('LayerTree.layerTreeDidChange', (tree) => {
      layers = tree.layers ?? layers
    })
    await session.send('LayerTree.enable')
    const drawn = () =>
      layers.filter(({ drawsContent }) => drawsContent).map(({ layerId }) => layerId)
    await until(async () => drawn().length > 3)
    const before = drawn()
    await page.getByRole('button', { name: 'Día siguiente' }).click()
    await page.locator('.scroller.behind').waitFor()
    const opacity = "getComputedStyle(document.querySelector('.scroller')).opacity"
    await until(async () => (await page.evaluate(opacity)) === '0.35')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    assert.deepEqual(drawn(), before, 'a new layer is drawn as a whole')
  }),
)
