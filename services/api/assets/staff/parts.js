/**
 * What the pages of staff share. They write text and elements, never HTML, which their policy refuses.
 * `SimpleWebAuthnBrowser` is loaded before them.
 */
const { startAuthentication, startRegistration } = SimpleWebAuthnBrowser

const root = document.querySelector('[data-staff]')
export const texts = JSON.parse(root.dataset.staff)
const language = document.documentElement.lang
export const part = (name) => root.querySelector(`[data-part="${name}"]`)
export const status = part('status')

/** An error that the person reads; `code` is that of the API, or empty. */
const problem = (message, code = '') => Object.assign(new Error(message), { code })

/** What is wrong with each field, when the API says so. */
const messageOf = ({ message, detalles = [] }) =>
  [message, ...detalles.map(({ problema }) => problema)].join(' ')

/** The salon that the page shows. Another window of the browser may have gone on to another one. */
let shownSalon = null

/** The response of the API, or its error with `code` and `message`. */
export async function call(method, path, body, more = {}) {
  const headers = { 'accept-language': language, ...more }
  if (shownSalon !== null) headers['x-negocio'] = shownSalon
  if (body !== undefined) headers['content-type'] = 'application/json'
  const sent = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }
  let response
  try {
    response = await (await fetch(`/api/v1/${path}`, sent)).json()
  } catch {
    throw problem(texts.offline)
  }
  const { data, error } = response
  if (error) throw problem(messageOf(error), error.code)
  return data
}

const keys = new Map()

/**
 * Sends a change with an idempotency key, which stays the same for the same change until it is
 * answered: a repetition after a lost response changes nothing twice.
 */
export async function callOnce(method, path, body) {
  const change = JSON.stringify([method, path, body])
  const key = keys.get(change) ?? crypto.randomUUID()
  keys.set(change, key)
  try {
    const data = await call(method, path, body, { 'idempotency-key': key })
    keys.delete(change)
    return data
  } catch (error) {
    if (error.code !== '') keys.delete(change)
    throw error
  }
}

const known = (ids) => ids.map((id) => ({ type: 'public-key', id }))

/** Says in the person's language what went wrong between browser and device. */
async function withDevice(work) {
  try {
    return await work()
  } catch (error) {
    throw problem(texts[deviceFaults[error.name]] ?? texts.noPasskeys)
  }
}

const deviceFaults = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'hasPasskey',
}

/** What the API expects of a passkey that was used. */
export const usePasskey = ({ reto, sitio, permitir = [] }) =>
  withDevice(() =>
    startAuthentication({
      optionsJSON: {
        challenge: reto,
        rpId: sitio,
        userVerification: 'required',
        allowCredentials: known(permitir),
      },
    }),
  )

/** Makes a passkey on this device for the person who is signed in. */
export async function addPasskey(nombre) {
  const { reto, sitio, usuario, algoritmos, excluir } = await confirmed(() =>
    call('POST', 'sesion/passkeys/opciones/'),
  )
  const credencial = await withDevice(() =>
    startRegistration({
      optionsJSON: {
        challenge: reto,
        rp: { id: sitio, name: 'Silla' },
        user: { id: usuario.id, name: usuario.nombre, displayName: usuario.mostrar },
        pubKeyCredParams: algoritmos.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known(excluir),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }),
  )
  await call('POST', 'sesion/passkeys/', { nombre, credencial })
}

export const stepUp = async () =>
  call('POST', 'sesion/confirmar/', {
    credencial: await usePasskey(await call('POST', 'sesion/confirmar/opciones/')),
  })

/** Confirms with a passkey where that is needed, and tries again. */
export async function confirmed(work) {
  try {
    return await work()
  } catch (error) {
    if (error.code !== 'STEP_UP_REQUIRED') throw error
    await stepUp()
    return work()
  }
}

/** What the API says when nobody is signed in any more; a shared device may be locked. */
const withoutSession = ['SESSION_ENDED', 'SESSION_LOCKED']

let whenSessionEnds = () => {}
/** What is shown when it turns out that nobody is signed in any more. */
export const onSessionEnd = (show) => {
  whenSessionEnds = show
}

/** One action at a time: a second click does nothing until the first has ended. */
let isBusy = false
export async function run(work) {
  if (isBusy) return
  isBusy = true
  root.setAttribute('aria-busy', 'true')
  status.textContent = ''
  try {
    await work()
  } catch (error) {
    if (withoutSession.includes(error.code)) await whenSessionEnds()
    status.textContent = error.message
  } finally {
    isBusy = false
    root.removeAttribute('aria-busy')
  }
}

export function on(name, event, work) {
  part(name).addEventListener(event, (fired) => {
    fired.preventDefault()
    run(() => work(fired))
  })
}

export const field = (form, name) => form.elements.namedItem(name).value.trim()

export function element(name, content, attributes = {}) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...[content].flat())
  return made
}

export function button(label, described, work, attributes = {}) {
  const made = element('button', label, {
    type: 'button',
    class: 'button',
    'aria-label': `${label}: ${described}`,
    ...attributes,
  })
  made.addEventListener('click', () => run(work))
  return made
}

const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
export const when = (at) => (at === null ? texts.never : time.format(new Date(at)))

/** A text with values at the places that name them in braces. */
export const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name])

/** An entry of a list, with what can be done about it. */
export function row(name, detail, more) {
  const what = element(
    'div',
    [
      element('div', element('bdi', name), { class: 'name' }),
      element('div', detail, { class: 'text' }),
    ],
    { class: 'what' },
  )
  return element('li', [what, ...more])
}

/** Who is signed in, before all of it is shown; null: nobody is. */
export async function signedIn() {
  shownSalon = null
  try {
    const person = await call('GET', 'sesion/')
    shownSalon = person.negocio.negocio_id
    return person
  } catch (error) {
    if ([...withoutSession, 'API_KEY_REQUIRED'].includes(error.code)) return null
    throw error
  }
}

/** Whether the agenda has sent the person here to sign in; it is shown again then. */
export function goBack() {
  const path = new URLSearchParams(location.search).get('volver') ?? ''
  const isAgenda = /^\/agenda(?:[/?]|$)/.test(path)
  if (isAgenda) location.replace(path + location.hash)
  return isAgenda
}

/** What the agenda keeps on this device for reading without a connection (D72). */
export const forgetAgenda = () => indexedDB.deleteDatabase('silla-agenda')
