import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deactivateStaff } from '@silla/core'
import { languages } from '@silla/locale'
import type { Locator, Page } from 'playwright-core'
import { testDatabase } from '../support/database.ts'
import type { TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { invited } from '../support/staff-members.ts'
import { assertAccessible } from './bed/axe.ts'
import { assertAccessibleInEveryLook } from './bed/every-look.ts'
import { inBrowser } from './bed/in-browser.ts'
import { addAuthenticator, cookieOf, heading, latestCode, openStaffSite } from './bed/staff-site.ts'
import { tabTo } from './bed/tab-to.ts'
import { assertTargetSizes } from './bed/target-size.ts'

/** A passkey of somebody who has just used it in the session that they have. */
async function addStoredPasskey({ businessId }: TestSalon, staffId: number): Promise<void> {
  const { witness } = await testDatabase()
  await witness`
    insert into staff_passkeys (
      business_id, staff_id, credential_id, public_key, counter, transports, backed_up, name,
      created_at)
    values (${businessId}, ${staffId}, 'a', 'b', 0, '{}', false, 'Key', now())`
}

/** Presses a key at an element that the keyboard reaches. */
async function press(page: Page, to: Locator, key: string): Promise<void> {
  await tabTo(page, to)
  await page.keyboard.press(key)
}

/** Types into a field that the keyboard reaches. */
async function type(page: Page, to: Locator, text: string): Promise<void> {
  await press(page, to, 'ControlOrMeta+A')
  await page.keyboard.type(text)
}

test(
  'D66: with the keyboard alone somebody signs in, ends a session, and manages people',
  inBrowser(async (bed) => {
    const { url, email, salon } = await openStaffSite(bed, 'keys@example.com')
    const page = await bed.visitor({ language: 'en' })
    await addAuthenticator(page)
    await page.goto(url)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await type(page, page.getByLabel('E-mail').first(), email)
    await page.keyboard.press('Enter')
    await page.getByText('a code is on its way').waitFor()
    await page.keyboard.type(await latestCode(email))
    await page.keyboard.press('Enter')
    await heading(page, 'Carmen Vidal').waitFor()
    await press(page, button('End: Firefox, Linux'), 'Enter')
    await page.getByText('Session ended.').waitFor()
    await press(page, page.getByRole('link', { name: 'People of the team' }), 'Enter')
    await page.getByText('Managing the team needs a passkey.').waitFor()
    await press(page, page.getByRole('link', { name: 'Go to your account' }), 'Enter')
    await type(page, page.getByLabel('Name of the passkey'), 'Laptop')
    await page.keyboard.press('Enter')
    await page.getByText('Passkey made.').waitFor()

    await press(page, page.getByRole('link', { name: 'People of the team' }), 'Enter')
    await press(page, button('Confirm with a passkey'), 'Enter')
    await heading(page, 'People of the team').waitFor()
    const invite = page.locator('[data-part="invite"]')
    await type(page, invite.getByLabel('Name'), 'Lola Gil')
    await type(page, invite.getByLabel('E-mail', { exact: true }), 'lola.keys@example.com')
    await press(page, invite.getByLabel('Role'), 'ArrowDown')
    await press(page, button('Send the invitation'), 'Enter')
    await page.getByText('We have sent an invitation to lola.keys@example.com.').waitFor()
    await page.getByText(/^Reception · Invitation pending/).waitFor()

    // the hour after an invitation is not over
    await press(page, button('Change: Lola Gil'), 'Enter')
    await press(page, button('Send another invitation'), 'Enter')
    await page.getByText('Not sent: an e-mail address gets one invitation an hour').waitFor()
    await press(page, page.getByLabel('Give discounts'), 'Space')
    await press(page, button('Save the changes'), 'Enter')
    await page.getByText('Changes saved.').waitFor()
    const { witness } = await testDatabase()
    const [stored] = await witness`
      select role, permissions_added, permissions_removed from staff
      where business_id = ${salon.businessId} and email = 'lola.keys@example.com'`
    assert.deepEqual(
      [stored?.role, stored?.permissionsAdded, stored?.permissionsRemoved],
      ['receptionist', ['till.discount'], []],
    )
    // the focus is back where the person was opened
    await page.keyboard.press('Enter')
    await heading(page, 'Lola Gil').waitFor()
    await press(page, button('Deactivate'), 'Enter')
    await heading(page, 'Deactivate Lola Gil?').waitFor()
    await page.keyboard.press('Escape')
    await press(page, button('Deactivate'), 'Enter')
    await press(page, page.getByRole('dialog').locator('[data-part="yes"]'), 'Enter')
    await page.getByText('Lola Gil can no longer sign in.').waitFor()
    await button('Send another invitation: Lola Gil').waitFor()
  }),
)

test(
  'D66: the page of people repeats nothing, ends sessions, and shows what changed meanwhile',
  inBrowser(async (bed) => {
    const { url, salon } = await openStaffSite(bed, 'page.owner@example.com')
    const owner = await salon.staff('owner', { name: 'Carmen Vidal' })
    const manager = await salon.staff('manager', { name: 'Marta Ruiz' })
    const page = await bed.visitor({ language: 'en' })
    await page.context().addCookies([cookieOf(owner)])
    await page.goto(`${url}personas/`)
    await page.getByText('Managing the team needs a passkey.').waitFor()
    const { witness } = await testDatabase()
    await addStoredPasskey(salon, owner.staffId)
    await page.reload()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    // the response to an invitation is lost, and it is sent again
    await page.route(
      '**/personal/',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const invite = page.locator('[data-part="invite"]')
    await invite.getByLabel('Name').fill('Lola Gil')
    await invite.getByLabel('E-mail', { exact: true }).fill('lola.once@example.com')
    await button('Send the invitation').click()
    await page.getByText('There is no connection.').waitFor()
    await button('Send the invitation').click()
    await page.getByText('We have sent an invitation to lola.once@example.com.').waitFor()

    await button('Change: Marta Ruiz').click()
    await button('End all sessions').click()
    await page.getByText('All sessions have ended.').waitFor()
    await page.getByText('They have no open sessions.').waitFor()

    await witness`update staff set version = version + 1 where id = ${manager.staffId}`
    await page.getByLabel('Role').last().selectOption('Professional')
    await button('Save the changes').click()
    await page.getByText('This has changed meanwhile.').waitFor()
    assert.equal(await page.getByLabel('Role').last().inputValue(), 'encargado')
    assert.ok(await page.getByLabel('Manage the team').isChecked())

    const theirs = await salon.staff('manager', { name: 'Marta Ruiz' })
    const other = await bed.visitor({ language: 'es', width: 320 })
    await other.context().addCookies([cookieOf(theirs)])
    await other.goto(`${url}personas/`)
    await other.getByText('necesitas una llave de acceso').waitFor()
    const receptionist = await salon.staff('receptionist')
    await other.context().addCookies([cookieOf(receptionist)])
    await other.reload()
    await other.getByText('No tienes permiso para gestionar el equipo.').waitFor()
    await other.context().clearCookies()
    await other.reload()
    await other.getByText('Entra primero con tu cuenta.').waitFor()
  }),
)

for (const language of languages)
  test(
    `the page of people is accessible and fits 320 px (${language})`,
    inBrowser(async (bed) => {
      const { url, salon } = await openStaffSite(bed, `axe.${language}@example.com`)
      const owner = await salon.staff('owner', { name: 'Ana' })
      await addStoredPasskey(salon, owner.staffId)
      const former = await invited(salon, { email: `former.${language}@example.com` })
      await deactivateStaff(await staffOf(salon), former.id)
      const page = await bed.visitor({ language })
      await page.context().addCookies([cookieOf(owner)])
      await page.goto(`${url}personas/?lang=${language}`)
      await page.locator('[data-part="former-list"] li').waitFor()
      await assertAccessibleInEveryLook(page, 'people', { language })
      await page.locator('[data-part="list"] button').first().click()
      await page.locator('[data-part="person"] h1').waitFor()
      await assertAccessibleInEveryLook(page, 'person', { language })
      await assertTargetSizes(page, 'person')
      await page.locator('[data-part="deactivate"]').click()
      await page.locator('dialog h2').waitFor()
      await page.setViewportSize({ width: 320, height: 640 })
      await page.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' })
      await assertAccessible(page, 'confirmation')
    }),
  )
