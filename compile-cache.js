import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Imported by every program before its own code: what one start has compiled is kept beside the
// dependencies for the next one by the same user, which takes half the time: Node keeps a folder for
// each user id. A folder that cannot be written is no error; each start compiles then.
module.enableCompileCache(fileURLToPath(new URL('node_modules/.cache/silla', import.meta.url)))
