// Light or dark: as the system has it, unless a person chose.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const kept = 'ctx-theme';

export function chosenTheme(): Theme {
  const said = localStorage.getItem(kept);
  return themes.find((theme) => theme === said) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(kept);
  else localStorage.setItem(kept, theme);
  applyTheme();
}

export function applyTheme(): void {
  const theme = chosenTheme();
  const isDark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

/** The system's own word, and a choice in another tab. */
export function followTheme(): void {
  applyTheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  addEventListener('storage', ({ key }) => {
    if (key === kept) applyTheme();
  });
}
