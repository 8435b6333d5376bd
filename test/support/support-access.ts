import { approveSupport, enterSupport, requestSupport, type SupportAccess } from '@silla/core'
import type { TestSalon } from './salon.ts'
import { staffOf } from './staff.ts'

interface Wanted {
  canWrite?: boolean
  isEmergency?: boolean
}

/** Requests access as platform staff; returns its id. */
export async function requestedSupport(salon: TestSalon, wanted: Wanted = {}): Promise<number> {
  const { canWrite = false, isEmergency = false } = wanted
  const context = await staffOf(salon, 'support.open')
  const { access } = await requestSupport(context, {
    ...{ reason: 'Bookings of Monday overlap', canWrite, isEmergency },
  })
  return access.id
}

/** An access that an owner has approved, with its token. */
export async function enteredSupport(
  salon: TestSalon,
  wanted: Wanted = {},
): Promise<{ id: number; token: string; access: SupportAccess }> {
  const owner = await salon.staff('owner')
  const id = await requestedSupport(salon, wanted)
  const context = await staffOf(salon)
  await approveSupport(
    {
      ...context,
      identity: {
        ...{ kind: 'staff', staffId: owner.staffId, sessionId: owner.sessionId, isOwner: true },
        ...{ permissions: new Set(), professionalId: null, device: 'personal' },
        passkeyAt: salon.clock.now(),
      },
    },
    id,
  )
  const { access, token } = await enterSupport(await staffOf(salon, 'support.enter'), id)
  return { id, token, access }
}
