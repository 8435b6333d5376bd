/** The lock screen of a shared device (D64). */
import {
  call,
  element,
  field,
  forgetAgenda,
  goBack,
  on,
  onSessionEnd,
  part,
  run,
  signedIn,
  status,
  texts,
} from './partes.js'

/** As long as the API leaves a session open without a request. */
const idleMilliseconds = 2 * 60_000
/** While somebody uses the page, the API hears of it this often. */
const seenMilliseconds = 30_000
/** How old the agenda of a locked device gets. */
const todayMilliseconds = 60_000

/** The only part that is shown. */
function showPart(name) {
  for (const each of ['not-shared', 'people', 'pin', 'open']) part(each).hidden = each !== name
  part(name).focus()
}

let chosen = 0
const pin = part('enter').elements.namedItem('pin')

const nameButton = ({ id, nombre, iniciales }) => {
  const made = element(
    'button',
    [
      element('span', iniciales, { class: 'initials', 'aria-hidden': 'true' }),
      element('bdi', nombre),
    ],
    { type: 'button', class: 'button' },
  )
  made.addEventListener('click', () => choose(id, nombre))
  return element('li', made)
}

const visitRow = ({ hora_inicio, hora_fin, iniciales, servicio }) =>
  element('li', [
    element('bdi', `${hora_inicio}–${hora_fin}`, { dir: 'ltr', class: 'name' }),
    element('div', [element('bdi', iniciales), ' · ', element('bdi', servicio)], { class: 'text' }),
  ])

const personOfToday = ({ nombre, citas }) =>
  element('section', [
    element('h3', element('bdi', nombre)),
    citas.length > 0 ? element('ul', citas.map(visitRow)) : element('p', texts.noVisits),
  ])

/** Today's agenda with initials: it is what a locked device shows. */
function showToday({ fecha, profesionales }) {
  // a day of the salon, whatever the zone of the device
  part('date').textContent = dayFormat.format(new Date(`${fecha}T12:00:00Z`))
  part('today').replaceChildren(
    ...(profesionales.length > 0
      ? profesionales.map(personOfToday)
      : [element('p', texts.nobodyWorks)]),
  )
}

const dayFormat = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'full',
  timeZone: 'UTC',
})

// without a network the next attempt shows it
setInterval(() => {
  if (document.hidden || part('people').hidden) return
  call('GET', 'sesion/mostrador/').then(
    ({ agenda }) => showToday(agenda),
    () => {},
  )
}, todayMilliseconds)

function choose(id, name) {
  chosen = id
  status.textContent = ''
  part('hello').textContent = texts.hello.replace('{name}', name)
  part('enter').reset()
  showPart('pin')
  pin.focus()
}

for (const digit of part('enter').querySelectorAll('[data-digit]'))
  digit.addEventListener('click', () => {
    if (pin.value.length < pin.maxLength) pin.value += digit.dataset.digit
  })
part('erase').addEventListener('click', () => {
  pin.value = pin.value.slice(0, -1)
})

on('enter', 'submit', async ({ target }) => {
  const sent = { persona_id: chosen, pin: field(target, 'pin') }
  target.reset()
  pin.focus()
  await call('POST', 'sesion/mostrador/', sent)
  await show()
})

on('back', 'click', () => show())

on('lock', 'click', lock)

/** The page locks itself without a connection too; the API then does so by itself. */
async function lock() {
  clearTimeout(idle)
  showPart('people')
  await call('POST', 'sesion/mostrador/bloquear/')
  await show()
  status.textContent = texts.locked
}

on('out', 'click', async () => {
  clearTimeout(idle)
  await call('DELETE', 'sesion/')
  forgetAgenda()
  await show()
})

let idle
let seenAt = 0

function startIdle() {
  clearTimeout(idle)
  idle = setTimeout(() => run(lock), idleMilliseconds)
}

for (const event of ['pointerdown', 'keydown'])
  addEventListener(event, () => {
    if (part('open').hidden) return
    startIdle()
    if (Date.now() - seenAt < seenMilliseconds) return
    seenAt = Date.now()
    call('GET', 'sesion/').catch(() => run(show))
  })

/** What the device shows: whose session is open, or the names. */
async function show() {
  clearTimeout(idle)
  let desk
  try {
    desk = await call('GET', 'sesion/mostrador/')
  } catch (error) {
    if (error.code !== 'DEVICE_NOT_REGISTERED') throw error
    return showPart('not-shared')
  }
  part('salon').textContent = desk.negocio.nombre
  part('device').textContent = desk.dispositivo.nombre
  part('nobody').hidden = desk.personas.length > 0
  part('names').replaceChildren(...desk.personas.map(nameButton))
  showToday(desk.agenda)
  const person = await signedIn()
  if (person?.sesion.compartida) {
    if (goBack()) return
    part('name').textContent = person.persona.nombre
    seenAt = Date.now()
    startIdle()
    return showPart('open')
  }
  showPart('people')
}

onSessionEnd(show)
run(show)
