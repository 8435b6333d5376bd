import type { Role } from '@silla/core'
import type { DemoBusiness } from '../demo-file.ts'
import type { Caller, ExampleApi } from './example-api.ts'
import type { KeepUnused } from './keep-unused.ts'

/** The people of the salon that the examples change, invite again and deactivate (D66). */
export interface ExamplePeople {
  /** Of an owner's session. */
  token: string
  changed: Made
  deactivated: Made
  /** Their invitation is more than an hour old, so that another one can be sent. */
  waiting: Made
  /** Somebody with a session to end. */
  receptionist: Made & { sessionId: number }
  /** Somebody all of whose sessions can end. */
  manager: Made
  /** Nobody works with it yet. */
  newEmail: string
}

interface Made {
  id: number
}

export async function openExamplePeople(
  api: ExampleApi,
  keepUnused: KeepUnused,
  { business, emailOf }: { business: DemoBusiness; emailOf: (name: string) => string },
): Promise<ExamplePeople> {
  const { token } = await api.signInStaff(business, 'owner')
  const owner: Caller = { key: null, accessToken: token }
  const { sessionId } = await api.signInStaff(business, 'receptionist')
  await api.signInStaff(business, 'manager')
  const { items } = await api.send<{ items: (Made & { email: string })[] }>(owner, {
    path: '/personal/?page_size=100',
  })
  return {
    token,
    changed: await person('changed', { look: ({ id }) => id }),
    deactivated: await person('deactivated'),
    waiting: await person('waiting'),
    receptionist: { ...signedIn('receptionist'), sessionId },
    manager: signedIn('manager'),
    newEmail: emailOf('pilar'),
  }

  function signedIn(role: Role): Made {
    const found = items.find(({ email }) => email === `${role}@${business.slug}.example`)
    if (!found) throw new Error(`the demo salon has no ${role}`)
    return { id: found.id }
  }

  function person(name: string, more: { look?: (data: Made) => unknown } = {}): Promise<Made> {
    return keepUnused<Made>(`person ${name}`, {
      ...{ as: owner, path: ({ id }) => `/personal/${id}/`, ...more },
      make: () =>
        api.before(hourMilliseconds)<Made>(owner, {
          ...{ method: 'POST', path: '/personal/' },
          body: { nombre: 'Omar Haddad', email: emailOf(name), rol: 'recepcion' },
        }),
    })
  }
}

const hourMilliseconds = 3_600_000
