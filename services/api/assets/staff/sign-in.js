/** Signing in, and one's own passkeys, sessions and salons (D61, D62). */
import { showDesk } from './compartidos.js'
import {
  addPasskey,
  button,
  call,
  confirmed,
  element,
  field,
  forgetAgenda,
  goBack,
  on,
  onSessionEnd,
  part,
  row,
  run,
  signedIn,
  status,
  texts,
  usePasskey,
  when,
} from './partes.js'
import { showSupport } from './soporte.js'

on('passkey', 'click', async () => {
  const credencial = await usePasskey(await call('POST', 'sesion/opciones/'))
  await call('POST', 'sesion/passkey/', { credencial })
  await show()
})

let codeId = ''
on('email', 'submit', async ({ target }) => {
  codeId = (await call('POST', 'sesion/codigo/', { email: field(target, 'email') })).codigo_id
  part('code').hidden = false
  part('code').querySelector('input').focus()
  status.textContent = texts.codeSent
})

on('code', 'submit', async ({ target }) => {
  const sent = { codigo_id: codeId, codigo: field(target, 'codigo') }
  await call('POST', 'sesion/codigo/verificar/', sent)
  target.reset()
  await show()
})

on('recovery', 'submit', async ({ target }) => {
  const sent = { email: field(target, 'email'), codigo: field(target, 'codigo') }
  await call('POST', 'sesion/recuperar/', sent)
  target.reset()
  await show()
})

on('add', 'submit', async ({ target }) => {
  await addPasskey(field(target, 'nombre'))
  target.reset()
  await show()
  status.textContent = texts.passkeyAdded
})

on('codes', 'click', async () => {
  const { codigos } = await confirmed(() => call('POST', 'sesion/codigos-recuperacion/'))
  const list = part('code-list')
  list.replaceChildren(...codigos.map((code) => element('li', code)))
  list.hidden = false
  status.textContent = texts.codesShown
})

on('out', 'click', async () => {
  await call('DELETE', 'sesion/')
  forgetAgenda()
  await show()
})

const passkeyRow = ({ id, nombre, usada_en }) =>
  row(nombre, `${texts.lastUsed}: ${when(usada_en)}`, [
    button(texts.remove, nombre, async () => {
      await confirmed(() => call('DELETE', `sesion/passkeys/${id}/`))
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
            await call('DELETE', `sesion/sesiones/${id}/`)
            await show()
            part('account').focus()
            status.textContent = texts.sessionEnded
          }),
        ],
  )

const salonRow = ({ negocio_id, nombre }) =>
  row(nombre, '', [
    button(texts.open, nombre, async () => {
      await call('POST', 'sesion/cambiar/', { negocio_id })
      forgetAgenda()
      await show()
    }),
  ])

/** Shows what is true now. */
async function show() {
  const person = await signedIn()
  if (person !== null && goBack()) return
  part('sign-in').hidden = person !== null
  if (person === null) {
    part('account').hidden = true
    return
  }
  const [{ passkeys }, { sesiones }, { salones }] = await Promise.all(
    ['passkeys/', 'sesiones/', 'salones/'].map((path) => call('GET', `sesion/${path}`)),
  )
  part('name').textContent = person.persona.nombre
  part('salon').textContent = person.negocio.nombre
  showDesk(person)
  part('people').hidden = !person.persona.permisos.includes('personal.gestionar')
  part('import').hidden = !person.persona.permisos.includes('clientes.exportar')
  await showSupport(person)
  part('no-passkey').hidden = passkeys.length > 0
  part('passkeys').replaceChildren(...passkeys.map(passkeyRow))
  part('sessions').replaceChildren(...sesiones.map(sessionRow))
  const others = salones.filter(({ negocio_id }) => negocio_id !== person.negocio.negocio_id)
  part('other-salons').hidden = others.length === 0
  part('salons').replaceChildren(...others.map(salonRow))
  part('recovery-codes').hidden = person.persona.rol !== 'propietario'
  part('code-list').hidden = true
  part('code-list').replaceChildren()
  // a click while the rest is read would have no effect
  part('account').hidden = false
}

onSessionEnd(show)
run(show)
