import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@silla/locale'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import { addMessageSenders } from '../support/message-salon.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { diaryOf } from './bed/bookings.ts'
import { inBrowser } from './bed/in-browser.ts'
import { publicApi } from './bed/public-api.ts'
import { openSalonPage } from './bed/salon-page.ts'

const waitingDay = '2030-03-06'

/** Joins the waitlist for the only visit of a day. */
async function joinWaitlist(
  salon: TestSalon,
  more: object = {},
): Promise<{ id: number; path: string }> {
  const joined = await salon.guest.post('/lista-espera/', {
    ...{ servicio_ids: [salon.id('Corte')], desde: waitingDay, hasta: waitingDay },
    ...{ nombre: 'Eva', email: 'eva@example.com', ...more },
  })
  const { id, codigo } = dataOf(joined, 201)
  return { id, path: `/r/${codigo}` }
}

/** An offer of a time that is freed. */
async function openOffer(settings: object = {}) {
  const salon = await openSalon({
    hours: '10:00-10:30',
    professionals: ['Ana'],
    now: '2030-03-04T08:00',
    settings: { onlinePage: true, ...settings },
  })
  const booked = dataOf(await salon.guest.book('Ana', '10:00', { date: waitingDay }), 201)
  const entry = await joinWaitlist(salon)
  return {
    ...{ salon, entry },
    free: async () => {
      await salon.backend.post(`/reservas/${booked.id}/cancelar/`, {})
      await runJobs(salon)
    },
  }
}

test(
  'D40: an offer is accepted without scripts, and declined in another browser',
  inBrowser(async (bed) => {
    const { salon, entry, free } = await openOffer()
    await free()
    const page = await openSalonPage(bed, salon, entry.path, { javaScript: false, width: 390 })
    await page.getByRole('button', { name: 'Aceptar esta hora' }).click()
    await page.getByRole('heading', { name: 'Tu cita', level: 1 }).waitFor()
    // both start and were made at the same instant of the clock, and ids are random
    assert.deepEqual((await diaryOf(salon, waitingDay)).toSorted(), [
      '10:00 Ana Corte: Eva, confirmada',
      '10:00 Ana Corte: Lucía Prado, cancelada',
    ])

    const other = await openOffer()
    await other.free()
    const second = await openSalonPage(bed, other.salon, other.entry.path, { width: 390 })
    await second.getByRole('button', { name: 'Rechazarla' }).click()
    await second.getByText('Has rechazado la hora del').waitFor()
    await second.getByText('Salir de la lista de espera').click()
    await second.getByRole('button', { name: 'Salir de la lista' }).click()
    await second.getByRole('heading', { name: 'Ya no estás en la lista de espera' }).waitFor()
  }),
)

test(
  'D40: an offer whose time ends while its page is open cannot be answered any more',
  inBrowser(async (bed) => {
    const { salon, entry, free } = await openOffer()
    await free()
    const page = await openSalonPage(bed, salon, entry.path)
    const timer = page.getByRole('timer')
    assert.equal(await timer.textContent(), '15 minutos')
    await page.clock.runFor('13:30')
    assert.equal(await timer.textContent(), '90 segundos')
    await page.clock.runFor('01:30')
    await page.getByRole('heading', { name: 'El plazo ha terminado' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Aceptar esta hora' }).count(), 0)
    await assertAccessible(page, 'an expired offer')
    salon.clock.set(new Date(salon.clock.now().getTime() + 15 * 60_000))
    await page.getByRole('link', { name: 'Ver cómo está ahora' }).click()
    await page.getByText('no se aceptó a tiempo').waitFor()
  }),
)

test(
  'D40: each state of an entry is accessible in every language',
  inBrowser(async (bed) => {
    const { salon, entry, free } = await openOffer({ cancellationHours: 2 })
    const page = await openSalonPage(bed, salon, entry.path)
    const open = async (language: string) =>
      page.goto(`${await publicApi()}/s/${salon.slug}${entry.path}?lang=${language}`)
    const check = async (state: string) => {
      for (const language of languages) {
        await open(language)
        for (const [theme, width] of [
          ['light', 320],
          ['dark', 1280],
        ] as const) {
          await page.emulateMedia({ colorScheme: theme })
          await page.setViewportSize({ width, height: 1600 })
          await assertAccessible(page, `${state}, ${language}, ${theme}, ${width} px`)
        }
      }
    }
    const answer = async (action: string) => {
      await open('es')
      await page.locator('.leave summary').click()
      await page.locator(`button[value=${action}]`).click()
      await page.waitForLoadState()
    }
    await check('waiting')
    await free()
    await check('offered')
    await answer('rechazar')
    await check('declined')
    await answer('salir')
    await check('left')
  }),
)

test(
  'D77: who waits ticks on their page, without scripts, how they are offered a time, and ends it there',
  inBrowser(async (bed) => {
    const { salon } = await openOffer()
    await addMessageSenders(salon)
    const entry = await joinWaitlist(salon, { telefono: '600112233' })
    const page = await openSalonPage(bed, salon, entry.path, { javaScript: false, width: 390 })
    const { witness } = await testDatabase()
    const agreed = async () => {
      const [row] = await witness`
        select message_channels, message_wording from waitlist_entries
        where business_id = ${salon.businessId} and id = ${entry.id}`
      return row
    }
    const sms = page.getByRole('checkbox', { name: 'SMS' })
    assert.equal(await sms.isChecked(), false)
    await sms.check()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado.').waitFor()
    assert.equal(await sms.isChecked(), true)
    assert.deepEqual((await agreed())?.messageChannels, ['sms'])
    assert.match((await agreed())?.messageWording, /horas que se queden libres/)
    await sms.uncheck()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado.').waitFor()
    assert.deepEqual((await agreed())?.messageChannels, [])
    const withScripts = await openSalonPage(bed, salon, entry.path, { width: 390 })
    await assertAccessible(withScripts, 'messages of an entry')
  }),
)
