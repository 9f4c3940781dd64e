"""All measurements, one after another: ``python -m bench``."""

from bench import abstain, check_speed, runtime

if __name__ == "__main__":
    check_speed.main()
    runtime.main()
    abstain.main()
