/** The people who work with Silla in the salon, for those who manage them (D65, D66). */
import {
  button,
  call,
  callOnce,
  confirmed,
  element,
  field,
  fill,
  on,
  onSessionEnd,
  part,
  row,
  run,
  signedIn,
  status,
  stepUp,
  texts,
  when,
} from './partes.js'

const parts = ['signed-out', 'not-allowed', 'no-passkey', 'step-up', 'people', 'person']

/** The only part that is shown. */
function showPart(name) {
  for (const each of parts) part(each).hidden = each !== name
  part(name).focus()
}

/** Repeats nothing when a response was lost, and confirms with a passkey where that is needed. */
const change = (method, path, body) => confirmed(() => callOnce(method, `personal/${path}`, body))

/** The limit of invitations lasts longer than a moment, which the message of the API speaks of. */
async function invite(path, body) {
  try {
    await change('POST', path, body)
  } catch (error) {
    if (error.code === 'RATE_LIMIT_EXCEEDED') error.message = texts.invitedOften
    throw error
  }
}

/** All pages of a list. */
async function all(path) {
  const found = []
  for (let page = 1; ; page++) {
    const { items, pagination } = await confirmed(() =>
      call('GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=100`),
    )
    found.push(...items)
    if (!pagination.has_next) return found
  }
}

const detailOf = ({ rol, estado, email, peluquero_nombre, invitacion_caduca_en }) =>
  [
    texts.roles[rol],
    estado === 'activa' ? '' : texts.states[estado],
    invitacion_caduca_en === null ? '' : fill(texts.until, { when: when(invitacion_caduca_en) }),
    peluquero_nombre === null ? '' : fill(texts.agendaOf, { name: peluquero_nombre }),
    email,
  ]
    .filter((text) => text !== '')
    .join(' · ')

const personRow = (person) =>
  row(person.nombre, detailOf(person), [
    button(texts.change, person.nombre, () => open(person.id), { 'data-person': person.id }),
  ])

const formerRow = (person) =>
  row(person.nombre, detailOf(person), [
    button(texts.inviteAgain, person.nombre, async () => {
      await invite(`${person.id}/invitacion/`)
      await showPeople()
      status.textContent = fill(texts.invited, { email: person.email })
    }),
  ])

const option = (value, label) => element('option', label, { value })

/** The list; the focus goes back to the person who was open. */
async function showPeople(from = null) {
  // one after the other: a passkey is used for one request at a time
  const people = await all('personal/')
  const former = await all('personal/?estado=desactivada')
  const { profesionales } = await call('GET', 'peluqueros/')
  part('list').replaceChildren(...people.map(personRow))
  part('former').hidden = former.length === 0
  part('former-list').replaceChildren(...former.map(formerRow))
  for (const select of document.querySelectorAll('select[name="peluquero_id"]'))
    select.replaceChildren(
      option('', texts.noProfessional),
      ...profesionales.map(({ id, nombre }) => option(id, nombre)),
    )
  showPart('people')
  part('list').querySelector(`[data-person="${from}"]`)?.focus()
}

on('invite', 'submit', async ({ target }) => {
  const email = field(target, 'email')
  const language = field(target, 'idioma')
  const professional = field(target, 'peluquero_id')
  await invite('', {
    nombre: field(target, 'nombre'),
    email,
    rol: field(target, 'rol'),
    ...(language !== '' && { idioma: language }),
    ...(professional !== '' && { peluquero_id: Number(professional) }),
  })
  target.reset()
  await showPeople()
  status.textContent = fill(texts.invited, { email })
})

/** The person who is open. */
let person = null
const form = part('change')
const permissionBoxes = [...form.querySelectorAll('input[name="permiso"]')]

/** What a role may do is chosen with it; an owner may do everything. */
function showPermissions(role, given) {
  part('permissions').disabled = role === 'propietario'
  for (const box of permissionBoxes) box.checked = given.includes(box.value)
}

on('role', 'change', ({ target }) =>
  showPermissions(target.value, texts.rolePermissions[target.value]),
)

// a permission that includes a narrower one is never without it
on('permissions', 'change', ({ target: { value, checked } }) => {
  for (const box of permissionBoxes) {
    if (checked && texts.includes[value] === box.value) box.checked = true
    if (!checked && texts.includes[box.value] === value) box.checked = false
  }
})

async function open(id) {
  person = await confirmed(() => call('GET', `personal/${id}/`))
  const { nombre, rol, idioma, peluquero_id, peluquero_nombre, estado, permisos } = person
  part('person-name').textContent = nombre
  part('person-detail').textContent = detailOf(person)
  form.elements.namedItem('nombre').value = nombre
  form.elements.namedItem('rol').value = rol
  form.elements.namedItem('idioma').value = idioma
  const professional = form.elements.namedItem('peluquero_id')
  // one that is not active any more
  const isListed = [...professional.options].some(({ value }) => value === String(peluquero_id))
  if (peluquero_id !== null && !isListed)
    professional.append(option(peluquero_id, peluquero_nombre))
  professional.value = peluquero_id ?? ''
  showPermissions(rol, permisos)
  part('again').hidden = estado !== 'invitada'
  await showSessions()
  showPart('person')
}

async function showSessions() {
  const sessions = await all(`personal/${person.id}/sesiones/`)
  part('sessions').replaceChildren(...sessions.map(sessionRow))
  part('no-sessions').hidden = sessions.length > 0
  part('end-all').hidden = sessions.length === 0
}

const sessionRow = ({ id, dispositivo, vista_en, actual }) =>
  row(dispositivo, actual ? texts.thisDevice : `${texts.lastUsed}: ${when(vista_en)}`, [
    button(texts.end, dispositivo, async () => {
      await change('DELETE', `${person.id}/sesiones/${id}/`)
      await showSessions()
      part('person').focus()
      status.textContent = texts.sessionEnded
    }),
  ])

on('end-all', 'click', async () => {
  await change('DELETE', `${person.id}/sesiones/`)
  await showSessions()
  part('person').focus()
  status.textContent = texts.sessionsEnded
})

on('change', 'submit', async ({ target }) => {
  const rol = field(target, 'rol')
  const professional = field(target, 'peluquero_id')
  const chosen = permissionBoxes.filter(({ checked }) => checked).map(({ value }) => value)
  const ofRole = texts.rolePermissions[rol]
  const permissions = {
    permisos_extra: chosen.filter((one) => !ofRole.includes(one)),
    permisos_retirados: ofRole.filter((one) => !chosen.includes(one)),
  }
  const sent = {
    nombre: field(target, 'nombre'),
    rol,
    idioma: field(target, 'idioma'),
    ...(professional === ''
      ? { quitar: ['peluquero_id'] }
      : { peluquero_id: Number(professional) }),
    ...(rol !== 'propietario' && permissions),
    version: person.version,
  }
  try {
    await change('PUT', `${person.id}/`, sent)
  } catch (error) {
    // what is true now is shown with the message
    if (error.code === 'VERSION_CONFLICT') await open(person.id)
    throw error
  }
  await showPeople(person.id)
  status.textContent = texts.saved
})

on('again', 'click', async () => {
  await invite(`${person.id}/invitacion/`)
  await open(person.id)
  status.textContent = fill(texts.invited, { email: person.email })
})

on('back', 'click', () => showPeople(person.id))

on('deactivate', 'click', () => {
  part('question').textContent = fill(texts.question, { name: person.nombre })
  part('dialog').showModal()
})

on('no', 'click', () => part('dialog').close())

on('yes', 'click', async () => {
  part('dialog').close()
  await change('DELETE', `${person.id}/`)
  await showPeople()
  status.textContent = fill(texts.deactivated, { name: person.nombre })
})

on('confirm', 'click', async () => {
  await stepUp()
  await showPeople()
})

async function show() {
  const found = await signedIn()
  if (found === null) return showPart('signed-out')
  const { persona, negocio } = found
  part('salon').textContent = negocio.nombre
  if (!persona.permisos.includes('personal.gestionar')) return showPart('not-allowed')
  if (persona.passkeys === 0) return showPart('no-passkey')
  try {
    await call('GET', 'personal/?page_size=1')
  } catch (error) {
    // browsers let a passkey be used only after a click
    if (error.code === 'STEP_UP_REQUIRED') return showPart('step-up')
    throw error
  }
  await showPeople()
}

onSessionEnd(show)
run(show)
