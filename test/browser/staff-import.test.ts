import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@silla/locale'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import type { TestSalon } from '../support/salon.ts'
import { assertAccessible } from './bed/axe.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser } from './bed/in-browser.ts'
import { cookieOf, openStaffSite } from './bed/staff-site.ts'
import { tabTo } from './bed/tab-to.ts'
import { assertTargetSizes } from './bed/target-size.ts'

const fileOf = (text: string | Buffer) => ({
  ...{ name: 'clients.csv', mimeType: 'text/csv' },
  buffer: Buffer.from(text),
})

/** A member of staff who has just used a passkey, of which the database has a row. */
async function importer(salon: TestSalon) {
  const manager = await salon.staff('manager')
  const { witness } = await testDatabase()
  await witness`
    insert into staff_passkeys (
      business_id, staff_id, credential_id, public_key, counter, transports, backed_up, name,
      created_at)
    values (${salon.businessId}, ${manager.staffId}, ${`key ${manager.staffId}`}, 'b', 0, '{}', false,
      'Key', now())`
  return manager
}

const namesIn = async ({ businessId }: TestSalon) => {
  const { witness } = await testDatabase()
  const rows = await witness<{ name: string }[]>`
    select name from app.customers where business_id = ${businessId} order by name`
  return rows.map(({ name }) => name)
}

const clients =
  'Client ID;First Name;Email;Accepts Marketing\r\n1;Íñigo;inigo@example.com;Yes\r\n2;=HYPERLINK("x");;\r\n'

test(
  'D78: with the keyboard alone a list is checked, imported after a reload, and its report downloaded',
  inBrowser(async (bed) => {
    const { url, salon } = await openStaffSite(bed, 'import@example.com')
    const manager = await importer(salon)
    const page = await bed.visitor({ language: 'en' })
    await page.context().addCookies([cookieOf(manager)])
    await page.goto(`${url}?lang=en`)
    await tabTo(page, page.getByRole('link', { name: 'Import', exact: true }))
    await page.keyboard.press('Enter')
    const file = page.getByLabel('CSV file')
    await file.waitFor()
    await file.setInputFiles(fileOf(Buffer.from(clients, 'latin1')))
    await page.locator('select[name="codificacion"]').waitFor()
    assert.deepEqual(
      [
        await page.getByLabel('Which product wrote it').inputValue(),
        await page.getByLabel('Encoding').inputValue(),
        await page.getByLabel('What it contains').inputValue(),
      ],
      ['fresha', 'windows-1252', 'clientes'],
    )
    await tabTo(page, page.getByRole('button', { name: 'Check', exact: true }))
    await page.keyboard.press('Enter')
    await page.getByText('The import is waiting.').waitFor()
    await runJobs(salon)
    await page.getByText('Checked: nothing has been written yet.').waitFor()
    await page.getByText('Line 3 · 2').waitFor()
    await page.getByText('"=HYPERLINK("x")" is not the name of a person').waitFor()
    assert.equal(await page.locator('[data-part="consent"]').textContent(), 'Accepts Marketing')
    assert.deepEqual(await namesIn(salon), [])

    await tabTo(page, page.getByRole('button', { name: 'Import (rows: 1)' }))
    await page.keyboard.press('Enter')
    await page.getByText('The import is waiting.').waitFor()
    await page.reload()
    await page.getByText('The import is waiting.').waitFor()
    await runJobs(salon)
    await page.getByText('The import has ended.').waitFor()
    assert.deepEqual(await namesIn(salon), ['Íñigo'])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the report' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'import-report.csv')
  }),
)

test(
  'the page of imports gives names a meaning, repeats nothing, and says why a file is refused',
  inBrowser(async (bed) => {
    const { url, salon } = await openStaffSite(bed, 'import.faults@example.com')
    const manager = await importer(salon)
    const page = await bed.visitor({ language: 'en' })
    await page.context().addCookies([cookieOf(manager)])
    await page.goto(`${url}importar/?lang=en`)
    const check = page.getByRole('button', { name: 'Check', exact: true })
    const choose = async (text: string) => {
      const file = page.getByLabel('CSV file')
      await file.waitFor()
      await file.setInputFiles(fileOf(text))
    }
    await choose('')
    await check.click()
    await page.getByText('The import is waiting.').waitFor()
    await runJobs(salon)
    await page.getByText('The file is empty.').waitFor()

    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose('name,date,time,service\nEva Gil,2030-03-05,10:00,Haircut\n')
    await page.getByLabel('Remind customers of these bookings').waitFor()
    await check.click()
    await page.getByText('The import is waiting.').waitFor()
    await runJobs(salon)
    await page.getByLabel('Service: Haircut (rows: 1)').selectOption('Corte')
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('The import is waiting.').waitFor()
    await runJobs(salon)
    const start = page.getByRole('button', { name: 'Import (rows: 1)' })
    await start.waitFor()
    // the response is lost, and the person clicks again
    await page.route(
      '**/importaciones/',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await start.click()
    await page.getByText('There is no connection.').waitFor()
    await start.click()
    await page.getByText('The import is waiting.').waitFor()
    await page.context().setOffline(true)
    await page.getByText('There is no connection.').waitFor()
    await page.context().setOffline(false)
    await runJobs(salon)
    await page.getByText('The import has ended.').waitFor()
    const { witness } = await testDatabase()
    assert.equal(
      (await witness`select from app.bookings where business_id = ${salon.businessId}`).length,
      1,
    )

    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose('Nombre;Apellidos\nHugo;Gil\n')
    await check.click()
    await page.getByText('The import is waiting.').waitFor()
    const cancel = page.getByRole('button', { name: 'Cancel the import' })
    await cancel.click()
    await page.getByRole('button', { name: 'Go on importing' }).click()
    await page.getByText('The import is waiting.').waitFor()
    await tabTo(page, cancel)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Cancel the import?' }).waitFor()
    await assertAccessible(page, 'cancel')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the import' }).click()
    await page.getByText('It was cancelled. What had been imported by then stays.').waitFor()
    await runJobs(salon)

    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose('name\nEva\n')
    await check.click()
    await page.getByText('The import is waiting.').waitFor()
    await witness.begin(async (sql) => {
      await sql`
        update staff_sessions set ended_at = ${salon.clock.now()} where id = ${manager.sessionId}`
      await sql`select pg_notify('silla_staff', ${salon.businessId})`
    })
    await page.getByText('Sign in to import.').waitFor()
    const receptionist = await salon.staff('receptionist')
    await page.context().addCookies([cookieOf(receptionist)])
    await page.reload()
    await page.getByText('You do not have the permission to import.').waitFor()
    await page.context().addCookies([cookieOf(await salon.staff('manager'))])
    await page.reload()
    await page.getByText('Importing needs a passkey.').waitFor()
    await runJobs(salon)
  }),
)

test(
  'the page of imports is accessible and fits 320 px in every language',
  inBrowser(async (bed) => {
    const { url, salon } = await openStaffSite(bed, 'import.looks@example.com')
    const manager = await importer(salon)
    const text =
      'name,date,time,service\nEva Gil,2030-03-05,10:00,Haircut\nHugo,31/02/2030,10:00,Corte\n'
    for (const language of languages) {
      const page = await bed.visitor({ language, theme: 'dark', width: 320 })
      await page.context().addCookies([cookieOf(manager)])
      await page.goto(`${url}importar/?lang=${language}`)
      const assertAccessibleHere = async (what: string) => {
        if (language === 'es') await assertAccessibleInEveryLook(page, what)
        else await assertAccessible(page, `${what} (${language})`)
        await assertTargetSizes(page, what)
      }
      await page.locator('input[type="file"]').waitFor()
      await page.locator('input[type="file"]').setInputFiles(fileOf(text))
      await page.locator('[data-part="columns"] summary').click()
      await assertAccessibleHere('choose')
      await page.locator('[data-part="form"] button').click()
      await page.locator('[data-part="running"] progress').waitFor()
      await assertAccessible(page, 'running')
      await page.locator('[data-part="cancel"]').click()
      await assertAccessibleHere('cancel')
      await page.locator('[data-part="no"]').click()
      await runJobs(salon)
      await page.locator('[data-part="name-list"] select').waitFor()
      await assertAccessibleHere('report')
    }
  }),
)
