import type { App } from './context.ts'

/** Every resource, static paths before parameterised ones: the first registered route wins. */
export function registerRoutes(app: App): void {
  for (const register of RESOURCES) register(app)
}

const RESOURCES: readonly ((app: App) => void)[] = []
