import type { Locator, Page } from 'playwright-core'

// What a visitor does in the widget. Steps are recognized by their parts, because their texts depend
// on the language.

export const heading = (page: Page): Locator => page.locator('#title')

/** The button that goes on, books or pays. */
export const mainButton = (page: Page): Locator => page.locator('[part~=button]')

/** Presses the main button and waits for the next step, whose heading then has the focus. */
export async function goOn(page: Page): Promise<void> {
  const before = ((await heading(page).textContent()) ?? '').trim()
  await mainButton(page).click()
  // the next heading may begin with the same words
  const same = new RegExp(`^\\s*${RegExp.escape(before)}\\s*$`)
  await page.locator('#title:focus').filter({ hasNotText: same }).waitFor()
}

export interface Choice {
  services?: readonly string[]
  /** Omitted: anyone, who is chosen from the start. */
  professional?: string
  /** As the visitor's language writes it. */
  time?: string
}

/** From the services to the contact details, where the time is held. */
export async function chooseTime(
  page: Page,
  { services = ['Corte'], professional, time = '10:00' }: Choice = {},
): Promise<void> {
  for (const name of services) await page.getByRole('checkbox', { name }).check()
  await goOn(page)
  const times = page.locator('[part~=time]')
  const people = page.getByRole('radio', { name: professional ?? '' })
  await times.or(people).first().waitFor()
  if ((await times.count()) === 0) {
    if (professional) await people.check()
    await goOn(page)
  }
  await page.getByRole('radio', { name: time, exact: true }).check()
  await goOn(page)
}

export async function fillContact(
  page: Page,
  { name = 'Lucía Prado', email = 'lucia@example.com' } = {},
): Promise<void> {
  await page.locator('input#name').fill(name)
  await page.locator('input#email').fill(email)
}

/** From the services to the booking, as a guest. */
export async function bookAsGuest(
  page: Page,
  choice: Choice & { name?: string; email?: string } = {},
): Promise<void> {
  await chooseTime(page, choice)
  await fillContact(page, choice)
  await goOn(page)
}

/** The details of the element's events so far, by name. */
export const eventsOf = (page: Page): Promise<{ type: string; detail: { codigo?: string } }[]> =>
  page.evaluate('window.sillaEvents')

/** Records the element's events, as a site does that counts its bookings. */
export const recordEvents = (page: Page): Promise<unknown> =>
  page.context().addInitScript(`
    window.sillaEvents = []
    for (const name of ['booked', 'cancelled', 'rescheduled', 'error'])
      addEventListener('silla:' + name, ({ type, detail }) => sillaEvents.push({ type, detail }))`)

/** The requests to the API: `GET /disponibilidad/dias/`, without those of CORS preflights. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const [, path] = /\/api\/v1(\/[^?]*)/.exec(request.url()) ?? []
    if (path !== undefined) requests.push(`${request.method()} ${path}`)
  })
  return requests
}
