import {
  endDevice,
  listDevices,
  registerDevice,
  removePin,
  type SignInParts,
  setPin,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  DeviceWire,
  PinWire,
  parseDeviceName,
  parsePin,
  parseRecordId,
  serializeDevice,
  serializeRegisteredDevice,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { deskCookieOf, setDeskCookie } from './desk-cookie.ts'
import { changing, hidden } from './route-options.ts'
import { clearSessionCookie } from './session-cookies.ts'
import { isFromBrowser } from './session-credential.ts'

/** The shared devices of the salon, and the PIN of the person who is signed in (D64). */
export async function deviceRoutes(app: FastifyInstance, parts: SignInParts): Promise<void> {
  app.get('/sesion/dispositivos/', hidden, async ({ context }) => ({
    dispositivos: (await listDevices(context)).map(serializeDevice),
  }))

  app.post<{ Body: Static<typeof DeviceWire> }>(
    '/sesion/dispositivos/',
    changing('devices.register', DeviceWire),
    async (request, reply) => {
      const isBrowser = isFromBrowser(request)
      const input = { name: parseDeviceName(request.body), token: deskCookieOf(request) }
      const device = await registerDevice(request.context, input)
      if (isBrowser) setDeskCookie(reply, device, parts.clock.now())
      clearSessionCookie(reply)
      return serializeRegisteredDevice(device, !isBrowser)
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/sesion/dispositivos/:id/',
    changing('devices.end'),
    async ({ context, params }) =>
      endDevice(context, parseRecordId(params.id) ?? fail('DEVICE_NOT_FOUND')),
  )

  app.put<{ Body: Static<typeof PinWire> }>(
    '/sesion/pin/',
    changing('pins.set', PinWire),
    async ({ context, body }) => {
      await setPin(context, parts, parsePin(body))
      return { tiene_pin: true }
    },
  )

  app.delete('/sesion/pin/', changing('pins.remove'), async ({ context }) => {
    await removePin(context)
    return { tiene_pin: false }
  })
}
