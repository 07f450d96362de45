// When a server was last of use to somebody, for one that ends when nobody needs it.

export interface LastUse {
  /** Somebody used it just now. */
  noted(): void;
  /** Settles when nobody has used it for that long. */
  idleFor(milliseconds: number): Promise<void>;
}

/** `isInUse`: whether somebody is there now. */
export function lastUse(isInUse: () => boolean): LastUse {
  let usedAt = performance.now();
  return {
    noted() {
      usedAt = performance.now();
    },
    idleFor: (milliseconds) =>
      new Promise((resolve) => {
        const look = () => {
          if (isInUse()) usedAt = performance.now();
          if (performance.now() - usedAt < milliseconds) return;
          clearInterval(timer);
          resolve();
        };
        const timer = setInterval(look, Math.min(1000, milliseconds));
        timer.unref();
      }),
  };
}
