/** One's own PIN, and the shared devices of the salon (D64), on the page of staff. */
import {
  button,
  call,
  confirmed,
  element,
  field,
  on,
  part,
  row,
  status,
  texts,
  when,
} from './partes.js'

on('new-pin', 'submit', async ({ target }) => {
  const sent = { pin: field(target, 'pin') }
  const { tiene_pin } = await confirmed(() => call('PUT', 'sesion/pin/', sent))
  target.reset()
  showPin(tiene_pin)
  status.textContent = texts.pinSaved
})

on('remove-pin', 'click', async () => {
  const { tiene_pin } = await confirmed(() => call('DELETE', 'sesion/pin/'))
  showPin(tiene_pin)
  part('account').focus()
  status.textContent = texts.pinRemoved
})

function showPin(hasPin) {
  part('pin-state').textContent = hasPin ? texts.hasPin : texts.hasNoPin
  part('remove-pin').hidden = !hasPin
}

on('show-devices', 'click', showDevices)

async function showDevices() {
  const { dispositivos } = await confirmed(() => call('GET', 'sesion/dispositivos/'))
  part('devices').hidden = false
  part('devices').replaceChildren(
    ...(dispositivos.length === 0 ? [element('li', texts.noDevices)] : dispositivos.map(deviceRow)),
  )
}

const deviceRow = ({ id, nombre, visto_en }) =>
  row(nombre, `${texts.lastSeen}: ${when(visto_en)}`, [
    button(texts.endDevice, nombre, async () => {
      await confirmed(() => call('DELETE', `sesion/dispositivos/${id}/`))
      await showDevices()
      part('account').focus()
      status.textContent = texts.deviceEnded
    }),
  ])

on('share', 'submit', async ({ target }) => {
  const sent = { nombre: field(target, 'nombre') }
  await confirmed(() => call('POST', 'sesion/dispositivos/', sent))
  location.assign('/equipo/mostrador/')
})

/** What of it concerns the person who is signed in: a PIN needs a passkey, sharing a permission. */
export function showDesk({ persona, sesion }) {
  part('own-pin').hidden = sesion.compartida || persona.passkeys === 0
  showPin(persona.tiene_pin)
  part('shared-devices').hidden =
    sesion.compartida || !persona.permisos.includes('personal.gestionar')
  part('devices').hidden = true
  part('devices').replaceChildren()
}
