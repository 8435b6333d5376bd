import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTemplateState } from '@silla/core'
import { addMessageSenders } from '../support/message-salon.ts'
import { staffOf } from '../support/staff.ts'
import { openAgenda, openBusySalon } from './bed/agenda.ts'
import { inBrowser } from './bed/in-browser.ts'

const path = '/agenda/ajustes?parte=mensajes'

test(
  'D77: a salon reads each text of messages with its parts by SMS and what WhatsApp says of it',
  inBrowser(async (bed) => {
    const salon = await openBusySalon({ settings: { onlinePage: true, messagesPerMonth: 40 } })
    await addMessageSenders(salon)
    await setTemplateState(await staffOf(salon), {
      ...{ names: ['silla_booking_reminder_1'], language: 'ar', state: 'rejected' },
    })
    const page = await openAgenda(bed, salon, { path: `${path}&lang=en`, language: 'en' })
    await page.getByText('Sent by WhatsApp and SMS to customers who agree to it.').waitFor()
    await page.getByText('This month: 0 of 40 messages.').waitFor()
    const reminder = page.getByRole('region', { name: 'Reminder', exact: true })
    const [spanish = '', english = '', arabic = ''] = await reminder
      .getByRole('listitem')
      .allInnerTexts()
    const link = `https://book.example/s/${salon.slug}/r/7K2MP9QRST?lang=`
    assert.ok(spanish.includes(`avisa en ${link}es cuanto antes.`), spanish)
    assert.match(spanish, /Parts by SMS: 1 \(\d+ characters, GSM-7\)/)
    assert.match(english, /WhatsApp template: not submitted/)
    // the address contains the number of the salon
    assert.match(arabic, /Parts by SMS: [23] \(\d+ characters, UCS-2\)/)
    assert.match(arabic, /WhatsApp template: rejected/)
    assert.equal(await reminder.locator('[lang=ar]').getAttribute('dir'), 'rtl')

    await page.getByLabel('Messages to phones a month, at most').fill('12')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This month: 0 of 12 messages.').waitFor()
    assert.equal(await page.getByText('Until next month').count(), 0)

    await page.getByLabel('Messages to phones a month, at most').fill('0')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('0 of 0 messages. Until next month your customers get emails.').waitFor()
  }),
)

test(
  'D77: a salon without a sender reads that its customers get emails',
  inBrowser(async (bed) => {
    const page = await openAgenda(bed, await openBusySalon(), { path })
    await page.getByText('Este salón no tiene ningún número desde el que enviar').waitFor()
    assert.equal(await page.getByText('Plantilla de WhatsApp').count(), 0)
  }),
)
