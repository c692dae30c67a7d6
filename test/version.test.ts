import { expect, it } from 'vitest'

import packageJson from '../package.json' with { type: 'json' }
import { VERSION } from '../src/version.ts'

it('answers the version of package.json', () => expect(VERSION).toBe(packageJson.version))
