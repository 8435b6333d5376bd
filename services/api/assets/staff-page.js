/**
 * The page on which staff sign in, and where they see their passkeys and sessions (D61, D62). It writes
 * text and elements, never HTML, which its policy refuses.
 */
const root = document.querySelector('[data-staff]')
const texts = JSON.parse(root.dataset.staff)
const language = document.documentElement.lang
const part = (name) => root.querySelector(`[data-part="${name}"]`)
const status = part('status')

/** The response of the API, or its error with `code` and `message`. */
async function call(method, path, body) {
  const headers = { 'accept-language': language }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const sent = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }
  let response
  try {
    response = await fetch(`/api/v1/sesion/${path}`, sent)
  } catch {
    throw Object.assign(new Error(texts.offline), { code: '' })
  }
  const { data, error } = await response.json()
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return data
}

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const known = (ids) => ids.map((id) => ({ type: 'public-key', id: bytes(id) }))

/** What the API expects of a passkey, from what the browser has made of it. */
function credentialOf({ id, rawId, type, response }) {
  const fields = [
    'clientDataJSON',
    'attestationObject',
    'authenticatorData',
    'signature',
    'userHandle',
  ]
  const sent = {}
  for (const field of fields) if (response[field]) sent[field] = text(response[field])
  return { id, rawId: text(rawId), type, response: sent, clientExtensionResults: {} }
}

async function usePasskey({ reto, sitio, permitir = [] }) {
  const publicKey = {
    challenge: bytes(reto),
    rpId: sitio,
    userVerification: 'required',
    allowCredentials: known(permitir),
  }
  return credentialOf(await navigator.credentials.get({ publicKey }))
}

async function makePasskey({ reto, sitio, usuario, algoritmos, excluir }) {
  const publicKey = {
    challenge: bytes(reto),
    rp: { id: sitio, name: 'Silla' },
    user: { id: bytes(usuario.id), name: usuario.nombre, displayName: usuario.mostrar },
    pubKeyCredParams: algoritmos.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known(excluir),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  }
  return credentialOf(await navigator.credentials.create({ publicKey }))
}

const stepUp = async () =>
  call('POST', 'confirmar/', {
    credencial: await usePasskey(await call('POST', 'confirmar/opciones/')),
  })

/** Confirms with a passkey where that is needed, and tries again. */
async function confirmed(work) {
  try {
    return await work()
  } catch (error) {
    if (error.code !== 'STEP_UP_REQUIRED') throw error
    await stepUp()
    return work()
  }
}

/** One action at a time: a second click does nothing until the first has ended. */
let isBusy = false
async function run(work) {
  if (isBusy) return
  isBusy = true
  root.setAttribute('aria-busy', 'true')
  status.textContent = ''
  try {
    await work()
  } catch (error) {
    if (error.code === 'SESSION_ENDED') await show()
    status.textContent =
      error.name === 'NotAllowedError' || error.name === 'AbortError'
        ? texts.cancelled
        : error.message
  } finally {
    isBusy = false
    root.removeAttribute('aria-busy')
  }
}

function on(name, event, work) {
  part(name).addEventListener(event, (fired) => {
    fired.preventDefault()
    run(() => work(fired))
  })
}

const field = (form, name) => form.elements.namedItem(name).value.trim()

on('passkey', 'click', async () => {
  const credencial = await usePasskey(await call('POST', 'opciones/'))
  await call('POST', 'passkey/', { credencial })
  await show()
})

let codeId = ''
on('email', 'submit', async ({ target }) => {
  codeId = (await call('POST', 'codigo/', { email: field(target, 'email') })).codigo_id
  part('code').hidden = false
  part('code').querySelector('input').focus()
  status.textContent = texts.codeSent
})

on('code', 'submit', async ({ target }) => {
  await call('POST', 'codigo/verificar/', { codigo_id: codeId, codigo: field(target, 'codigo') })
  target.reset()
  await show()
})

on('recovery', 'submit', async ({ target }) => {
  const sent = { email: field(target, 'email'), codigo: field(target, 'codigo') }
  await call('POST', 'recuperar/', sent)
  target.reset()
  await show()
})

on('add', 'submit', async ({ target }) => {
  const options = await confirmed(() => call('POST', 'passkeys/opciones/'))
  const sent = { nombre: field(target, 'nombre'), credencial: await makePasskey(options) }
  await call('POST', 'passkeys/', sent)
  await show()
  status.textContent = texts.passkeyAdded
})

on('codes', 'click', async () => {
  const { codigos } = await confirmed(() => call('POST', 'codigos-recuperacion/'))
  const list = part('code-list')
  list.replaceChildren(...codigos.map((code) => element('li', code)))
  list.hidden = false
  status.textContent = texts.codesShown
})

on('out', 'click', async () => {
  await call('DELETE', '')
  await show()
})

function element(name, content, attributes = {}) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...[content].flat())
  return made
}

function button(label, described, work) {
  const made = element('button', label, {
    type: 'button',
    class: 'button',
    'aria-label': `${label}: ${described}`,
  })
  made.addEventListener('click', () => run(work))
  return made
}

const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const when = (at) => (at === null ? texts.never : time.format(new Date(at)))

function row(name, detail, more) {
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

const passkeyRow = ({ id, nombre, usada_en }) =>
  row(nombre, `${texts.lastUsed}: ${when(usada_en)}`, [
    button(texts.remove, nombre, async () => {
      await confirmed(() => call('DELETE', `passkeys/${id}/`))
      await show()
      part('account').focus()
      status.textContent = texts.passkeyRemoved
    }),
  ])

const sessionRow = ({ id, dispositivo, vista_en, actual }) =>
  row(
    dispositivo,
    actual ? texts.thisDevice : `${texts.lastUsed}: ${when(vista_en)}`,
    actual
      ? []
      : [
          button(texts.end, dispositivo, async () => {
            await call('DELETE', `sesiones/${id}/`)
            await show()
            part('account').focus()
            status.textContent = texts.sessionEnded
          }),
        ],
  )

const salonRow = ({ negocio_id, nombre }) =>
  row(nombre, '', [
    button(texts.open, nombre, async () => {
      await call('POST', 'cambiar/', { negocio_id })
      await show()
    }),
  ])

/** Who is signed in; null: nobody is. */
async function signedIn() {
  try {
    return await call('GET', '')
  } catch (error) {
    if (error.code === 'SESSION_ENDED' || error.code === 'API_KEY_REQUIRED') return null
    throw error
  }
}

/** Shows what is true now. */
async function show() {
  const person = await signedIn()
  part('sign-in').hidden = person !== null
  part('account').hidden = person === null
  if (person === null) return
  const [{ passkeys }, { sesiones }, { salones }] = await Promise.all(
    ['passkeys/', 'sesiones/', 'salones/'].map((path) => call('GET', path)),
  )
  part('name').textContent = person.persona.nombre
  part('salon').textContent = person.negocio.nombre
  part('no-passkey').hidden = passkeys.length > 0
  part('passkeys').replaceChildren(...passkeys.map(passkeyRow))
  part('sessions').replaceChildren(...sesiones.map(sessionRow))
  const others = salones.filter(({ negocio_id }) => negocio_id !== person.negocio.negocio_id)
  part('other-salons').hidden = others.length === 0
  part('salons').replaceChildren(...others.map(salonRow))
  part('recovery-codes').hidden = person.persona.puesto !== 'propietario'
  part('code-list').hidden = true
  part('code-list').replaceChildren()
}

run(show)
