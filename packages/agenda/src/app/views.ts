import type { Host, View, ViewModule } from '../host/host.ts'
import type { ViewName } from '../host/place.ts'

/** Where each view is; it is loaded when it is first shown. */
const modules: Record<ViewName, () => Promise<ViewModule>> = {
  dia: () => import('../views/day.ts'),
}

export async function loadView(name: ViewName): Promise<(host: Host) => View> {
  const { default: View } = await modules[name]()
  return (host) => new View(host)
}
